"""The settings of a site with the third kind, for a server of the browser tests."""

from games import kinds

kinds.PACKAGES += ("tests.third_kind",)

from marabunta_site.settings import *  # noqa: E402, F403
