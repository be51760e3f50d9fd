#!/usr/bin/python3
"""Opens a WebKitGTK window with the size of a phone, for WebKitWebDriver. MiniBrowser, WebKitGTK's own test browser, is always wider.

--home=FOLDER: stores data in FOLDER/data and downloads in FOLDER/downloads.
"""
import os
import sys

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

home = next(arg.split('=', 1)[1] for arg in sys.argv if arg.startswith('--home='))

manager = WebKit2.WebsiteDataManager(base_data_directory=home + '/data', base_cache_directory=home + '/data/cache')
context = WebKit2.WebContext.new_with_website_data_manager(manager)
context.get_cookie_manager().set_persistent_storage(home + '/data/cookies.sqlite', WebKit2.CookiePersistentStorage.SQLITE)
context.set_automation_allowed(True)


def create_view(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    settings = view.get_settings()
    settings.set_enable_write_console_messages_to_stdout(True)
    settings.set_property('javascript-can-access-clipboard', True)
    # Turns the back/forward cache on, because Safari has one.
    settings.set_enable_page_cache(True)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(390, 844)
    window.add(view)
    window.show_all()
    return view


def configure_session(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('Phone')
    session.set_application_info(info)
    session.connect('create-web-view', create_view)
    session.connect('will-close', lambda _session: GLib.timeout_add(100, Gtk.main_quit))


def save_download(_context, download):
    def choose_destination(download, name):
        download.set_destination('file://' + os.path.join(home, 'downloads', name.replace('/', '_')))
        return True

    download.connect('decide-destination', choose_destination)


context.connect('automation-started', configure_session)
context.connect('download-started', save_download)
Gtk.main()
