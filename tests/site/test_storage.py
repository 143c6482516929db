"""Static files, as they are served."""

from django.core.files.base import ContentFile

from marabunta_site.storage import MinifiedStaticFilesStorage, minify


def test_styles_and_scripts_lose_what_is_for_us():
    style = b'/* why */\n@layer a {\n  .b :is(c, d) { top: 0; } /* how */\n  e::after { content: " ,  "; }\n}\n'
    assert minify("a.css", style) == b'@layer a{.b :is(c,d){top: 0;}e::after{content: " ,  ";}}'
    assert minify("a.js", b"// why\nconst a = `x  y`;\n") == b"const a=`x  y`;"


def test_everything_else_stays_as_it_is():
    for name in ("a.min.js", "a.svg", "a.woff2"):
        assert minify(name, b"/* as  it is */\n") == b"/* as  it is */\n"


def test_a_file_that_was_read_before_is_saved_whole(tmp_path):
    content = ContentFile(b"a { top: 0 }")
    content.read()
    storage = MinifiedStaticFilesStorage(location=tmp_path, base_url="/static/")
    assert (tmp_path / storage.save("a.css", content)).read_bytes() == b"a{top: 0}"
