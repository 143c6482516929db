#!/usr/bin/env python3
import os
import sys

from django.core.management import execute_from_command_line

from games.version import VERSION
from marabunta_site import unsafe_settings

if __name__ == "__main__":
    if sys.argv[1:] == ["--version"]:  # Django's own would be that of Django: manage.py version
        print(VERSION)
        sys.exit()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marabunta_site.settings")
    unsafe_settings.refuse_to_start()
    execute_from_command_line(sys.argv)
