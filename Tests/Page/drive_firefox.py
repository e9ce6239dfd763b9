"""Drives what matters most on the page of Examples/Thermostat in a headless Firefox.

  drive_firefox.py THERMOSTAT FIREFOX
"""
import os
import signal
import sys
import tempfile

import program
from firefox import Firefox
from program import FIELD, MANAGED, Page, check, settings, wait_for, work

NOTE = "document.querySelector('#row-{} > .details > .unsaved')"
page = Page()
browser = None
try:
    browser = Firefox(sys.argv[2], tempfile.mkdtemp())
    browser.open(page.address)
    browser.wait("document.documentElement.classList.contains('live') && events?.readyState == 1")

    # 1. A control is saved when it changes.
    browser.type("#f-target", "21.5")
    wait_for("target", "21.5")
    # 2. A change of another process appears.
    settings("set", "target=18")
    browser.wait(FIELD.format("target") + ".value == '18'", what="a change of others appears")
    # 3. The message of a rule is at its control, and the value isn't in effect.
    browser.type("#f-target", "99")
    browser.wait("document.querySelector('#row-target .error')")
    check(browser.run("document.querySelector('#row-target .error').textContent") == "99.0 is not from 5.0 to 30.0",
          "the message of a rule")
    check(settings("get", "target") == "18.0", "a refused value is in effect")
    browser.type("#f-target", "19")
    wait_for("target", "19.0")
    # 4. The last change is undone.
    browser.wait("document.getElementById('undo-button').textContent == 'Undo: Target'")
    browser.click("#undo-button")
    wait_for("target", "18.0")
    # 5. A switch and a date.
    browser.run("document.getElementById('f-isOn').focus()")
    browser.press(" ")
    wait_for("isOn", "false")
    browser.run("document.getElementById('f-summer').focus()")
    browser.press(*"07012026", *["Tab"] * 6)
    browser.wait(FIELD.format("summer") + ".defaultValue.startsWith('2026-07-01')", what="a typed date is saved")
    # 6. A new element waits until it's filled in.
    browser.click("[id='b-add:rooms']")
    browser.wait("document.activeElement.closest('.pending')", what="the new element has the focus")
    check('""' not in settings("get", "rooms"), "an empty element is in effect")
    browser.press(*"Attic", "Tab")
    browser.wait("document.getElementById('status').textContent == 'Saved: Rooms.'")
    check("Attic" in settings("get", "rooms"), "the new element is lost")
    # 7. The search, and the key Tab in the order of the document.
    browser.run("document.getElementById('q').focus()")
    browser.press(*"hour ends")
    visible = "[...document.querySelectorAll('.row')].filter(r => r.offsetParent).map(r => r.dataset.name).join()"
    browser.wait(f"{visible} == 'until'", what="the search filters")
    browser.type("#q", "")
    browser.wait(f"{visible}.split(',').length == 10")
    browser.run("document.getElementById('f-from').focus()")
    browser.press("Tab")
    check(browser.run("document.activeElement.closest('.row').dataset.name") in ("from", "until"), "the key Tab")
    # 8. A setting that is locked while the user types shows the value in effect.
    browser.run("document.getElementById('f-from').focus()")
    browser.run("document.getElementById('f-from').select()")
    browser.press("9")
    MANAGED.write_text('{"com.example.thermostat": {"from": 4}}')
    browser.wait("document.querySelector('#row-from .lock')", what="the setting is locked")
    check(browser.run(FIELD.format("from") + ".value") == "4", "what can't be saved is shown")
    MANAGED.unlink()
    browser.wait("!document.querySelector('#row-from .lock')")
    # 9. A change while the program is stopped is marked, and saved later.
    page.process.send_signal(signal.SIGSTOP)
    browser.type("#f-target", "22")
    browser.wait(NOTE.format("target"), what="a change that isn't saved is marked")
    page.process.send_signal(signal.SIGCONT)
    wait_for("target", "22.0")
    browser.wait("!" + NOTE.format("target"), what="the mark ends")
    # 10. An open page goes on after a restart, and saves what waited.
    page.process.kill()
    page.process.wait()
    page = Page("0", f"{work}/token")
    browser.open(page.address)
    browser.wait("events?.readyState == 1")
    page.process.kill()
    page.process.wait()
    browser.type("#f-target", "13.5")
    browser.wait(NOTE.format("target"), what="the change is marked")
    page = Page(str(page.port), f"{work}/token")
    wait_for("target", "13.5")
    browser.wait("!" + NOTE.format("target"), what="the page goes on")
    # The width of a small phone.
    browser.resize(320, 640)
    check(browser.run("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways")
    check(os.stat(f"{work}/token").st_mode & 0o777 == 0o600, "others can read the token")
    print(f"page: 10 kinds of changes work in Firefox, with {program.checks} checks")
finally:
    if browser:
        browser.close()
    page.process.kill()
    page.process.wait()
