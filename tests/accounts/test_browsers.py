import pytest

from accounts.templatetags.browsers import browser


@pytest.mark.parametrize(
    ("user_agent", "said"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "Version/18.0 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
            "Safari/537.36 Edg/140.0.0.0",
            "Edge on Windows",
        ),
        ("curl/8.0", "curl/8.0"),
        ("", "Unknown browser"),
    ],
)
def test_a_browser_has_the_name_that_people_use(user_agent, said):
    assert browser(user_agent) == said
