"""A WebKit browser that WebDriver drives and that keeps its storage in a folder, as every browser of a learner does.

WebKitGTK's own MiniBrowser forgets everything with its process when WebDriver drives it.

Usage: webkitBrowser.py <folder>. It writes its process number into `<folder>/pid`.
"""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

folder = sys.argv[1]
with open(os.path.join(folder, "pid"), "w", encoding="utf-8") as note:
    note.write(str(os.getpid()))

context = WebKit2.WebContext.new_with_website_data_manager(
    WebKit2.WebsiteDataManager(
        base_data_directory=os.path.join(folder, "data"),
        base_cache_directory=os.path.join(folder, "cache"),
    )
)
context.get_cookie_manager().set_persistent_storage(
    os.path.join(folder, "cookies"), WebKit2.CookiePersistentStorage.SQLITE
)
context.set_automation_allowed(True)


def open_window(*_):
    """A window with a page; WebDriver asks for each of its tabs."""
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    window = Gtk.Window(default_width=1024, default_height=800)
    window.add(view)
    view.connect("close", lambda _: window.destroy())
    window.show_all()
    return view


def begin(_, session):
    """The driver asks who answers, and then for the first window."""
    info = WebKit2.ApplicationInfo()
    info.set_name("webkitBrowser")
    info.set_version(1, 0, 0)
    session.set_application_info(info)
    session.connect("create-web-view", open_window)


context.connect("automation-started", begin)
Gtk.main()
