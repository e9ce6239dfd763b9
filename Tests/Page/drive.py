"""Drives the page of Examples/Thermostat in a headless Chromium, and attacks it over sockets.

  drive.py THERMOSTAT CHROMIUM FOLDER [AXE]

FOLDER gets the screenshots. AXE is the file axe.min.js of axe-core; without it, only the checks here are made.
"""
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time
from statistics import median

import program
from browser import Browser
from program import FIELD, MANAGED, PROGRAM, Page, check, environment, settings, wait_for, work

CHROMIUM, FOLDER = sys.argv[2:4]
AXE = pathlib.Path(sys.argv[4]).read_text() if len(sys.argv) > 4 else None
LIMIT = float(os.environ.get("PAGE_LIMIT", "0.3"))
def attack(page):
    """Sends requests that no page of the web may succeed with."""
    check(page.status("GET", "/") == 200, "an allowed request is refused")
    for host in ["evil.example", f"evil.example:{page.port}", f"127.0.0.1.evil.example:{page.port}", "127.0.0.1", None]:
        check(page.status("GET", "/", Host=host) == 403, f"the host {host} is allowed")
    change = "setting=target&target=9"
    for origin in ["http://evil.example", "null", f"https://{page.host}", "http://127.0.0.1", None]:
        check(page.status("POST", "/save", change, Origin=origin) == 403, f"the origin {origin} is allowed")
    check(page.status("GET", "/", Cookie=None) == 403, "a request without a cookie is allowed")
    check(page.status("GET", f"/?token={'0' * 64}", Cookie=None) == 403, "another token is allowed")
    check(page.status("POST", "/save", change, Cookie="a=b") == 403, "a change without the cookie is allowed")
    check(page.status("POST", "/api/save", '{"fields": []}', Content_Type="text/plain") == 415, "plain text is allowed")
    check(page.status("PUT", "/save", change) == 405, "another method is allowed")
    check(page.exchange(
        f"GET / HTTP/1.1\r\nHost: {page.host}\r\nCookie: {page.cookie}\r\n\r\n".encode()).split()[1] == "404",
        "the page is outside of its folder")
    for path in ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/style.css/../../etc/passwd"]:
        check(page.status("GET", path) == 404, f"there is something at {path}")
    check(page.status("POST", "/save", "a=" + "b" * (1 << 20)) == 413, "a body of 1 MiB is allowed")
    check(page.exchange(b"POST /save HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n").split()[1] == "413", "length")
    check(page.exchange(b"GET / HTTP/1.1\r\nX: " + b"a" * 20_000).split()[1] == "431", "a header of 20,000 bytes")
    check(page.exchange(b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n").split()[1] == "400", "TLS")
    check(settings("get", "target") == "20.0", "a forged request changed a setting")
    # Connections that say nothing, and more than the page serves at a time.
    connections = []
    refused = 0
    for _ in range(1_000):
        try:
            connections.append(page.connect())
        except OSError:
            refused += 1
    time.sleep(0.2)
    check(page.process.poll() is None, "the page ended with 1,000 connections")
    for connection in connections:
        connection.close()
    start = time.monotonic()
    while page.status("GET", "/") != 200:
        check(time.monotonic() - start < 30, "the page doesn't answer after 1,000 connections")
        time.sleep(0.02)
    # The same with connections that stay open: the oldest of them make room.
    connections = [page.connect() for _ in range(200)]
    answers = [page.status("GET", "/") for _ in range(66)]
    check(answers == [200] * 66, f"silent connections take the place of requests: {answers}")
    for connection in connections:
        connection.close()
    print(f"page: forged requests are refused; 1,000 connections ({refused} refused) are survived")




def outside(browser, name, value, condition):
    """Another process changes a setting; the page follows."""
    settings("set", f"{name}={value}") if not value.startswith(("[", "{")) else settings("set", "--json", f"{name}={value}")
    return browser.wait(condition, what=f"{name} follows {value}")


def control(browser):
    """Each control changes its setting, and follows a change of another process."""
    times = []
    browser.type("#f-target", "21.5")
    wait_for("target", "21.5")
    times.append(outside(browser, "target", "18", FIELD.format("target") + ".value == '18'"))
    browser.type("#f-from", "7")
    wait_for("from", "7")
    times.append(outside(browser, "from", "5", FIELD.format("from") + ".value == '5'"))
    browser.choose("#f-program", "away")
    wait_for("program", "away")
    times.append(outside(browser, "program", "manual", FIELD.format("program") + ".value == 'manual'"))
    browser.run("document.getElementById('f-isOn').focus()")
    browser.press(" ", "Space", " ")
    wait_for("isOn", "false")
    times.append(outside(browser, "isOn", "true", FIELD.format("isOn") + ".checked"))
    browser.choose("#f-accent", "#00ff00")
    wait_for("accent", "#00ff00")
    times.append(outside(browser, "accent", "#0000ff", FIELD.format("accent") + ".value == '#0000ff'"))
    browser.choose("#f-summer", "2026-07-01T08:30:00")
    browser.wait("document.getElementById('status').textContent.startsWith('Saved: Summer')")
    summer = settings("get", "--json", "summer")
    settings("reset", "summer")
    times.append(browser.wait(FIELD.format("summer") + ".value == '2026-06-01T00:00'", what="the date follows"))
    check(summer != settings("get", "--json", "summer"), "the date was not saved")
    browser.type("#f-rooms\\/0", "Study")
    wait_for("rooms", '["Study","Hall"]')
    browser.click("[id='b-add:rooms']")
    # A new element waits until it's filled in.
    browser.wait("document.activeElement.id == 'f-rooms/2'", what="the new element has the focus")
    check(browser.run("document.querySelectorAll('#row-rooms .pending').length") == 1, "the new element isn't marked")
    check(settings("get", "rooms") == '["Study","Hall"]', "an empty element is in effect")
    # It stays, with the focus, while another program changes the others.
    times.append(outside(browser, "rooms", '["Study","Den"]', FIELD.format("rooms/1") + ".value == 'Den'"))
    browser.wait("document.querySelector('#row-rooms .pending')", what="the new element stays")
    browser.wait("document.activeElement.id == 'f-rooms/2'", what="the new element keeps the focus")
    outside(browser, "rooms", '["Study","Hall"]', FIELD.format("rooms/1") + ".value == 'Hall'")
    browser.wait("document.querySelector('#row-rooms .pending')", what="the new element stays")
    browser.type("#f-rooms\\/2", "Cellar")
    wait_for("rooms", '["Study","Hall","Cellar"]')
    browser.wait("!document.querySelector('#row-rooms .pending')")
    browser.click("[id='b-remove:rooms/0']")
    wait_for("rooms", '["Hall","Cellar"]')
    times.append(outside(browser, "rooms", '["Attic"]', FIELD.format("rooms/0") + ".value == 'Attic'"))
    part = FIELD.format("sensor/correction") + ".getAttribute('aria-describedby').split(' ')[0]"
    documentation = browser.run(f"document.getElementById({part}).textContent")
    check(documentation == "The number of degrees to add to each measurement.", f"a part is documented as {documentation}")
    browser.type("#f-sensor\\/name", "South wall")
    browser.wait("document.getElementById('status').textContent == 'Saved: Sensor.'")
    check("South wall" in settings("get", "sensor"), "the structure was not saved")
    browser.click("#f-sensor\\/isActive")
    browser.wait("document.querySelector('#row-sensor .badge') && !document.getElementById('f-sensor/isActive').checked")
    sensor = '{"name": "Roof", "correction": 1, "isActive": true}'
    times.append(outside(browser, "sensor", sensor, FIELD.format("sensor/name") + ".value == 'Roof'"))
    browser.type("#f-pin", "4711")
    browser.wait("document.getElementById('status').textContent == 'Saved: PIN.'")
    check(browser.run("!document.documentElement.outerHTML.includes('4711')"), "a secret was sent out")
    # Other work of the machine delays some of the changes. A page that is slow itself is slow for most of them.
    usual = median(times)
    check(usual <= LIMIT, f"an outside change is usually followed after {usual * 1000:.0f} ms")
    print(f"page: 9 controls change their settings and follow others, after {max(times) * 1000:.0f} ms at most")


def rules(browser):
    """The message of a rule appears at the control; two settings that depend on each other change together."""
    browser.type("#f-target", "99")
    browser.wait("document.querySelector('#row-target .error')")
    check(browser.run("document.querySelector('#row-target .error').textContent") == "99.0 is not from 5.0 to 30.0",
          browser.run("document.querySelector('#row-target .error').textContent"))
    check(browser.run("document.querySelector('#row-target .error').getAttribute('role')") == "alert", "role")
    check(browser.run(FIELD.format("target") + ".getAttribute('aria-invalid')") == "true", "aria-invalid")
    check("error-target" in browser.run(FIELD.format("target") + ".getAttribute('aria-describedby')"), "describedby")
    check(browser.run(FIELD.format("target") + ".value") == "99", "the refused value is gone")
    check(settings("get", "target") == "18.0", "a refused value was saved")
    browser.type("#f-target", "19")
    browser.wait("!document.querySelector('#row-target .error')")
    wait_for("target", "19.0")
    browser.type("#f-from", "23")
    browser.wait("document.querySelector('#row-from .error')?.textContent.includes('heating must start before it ends')")
    browser.type("#f-from", "22")
    browser.wait("document.querySelector('#row-from .error')")
    browser.type("#f-until", "23")
    wait_for("from", "22")
    wait_for("until", "23")
    browser.wait("!document.querySelector('.error')")
    browser.click("#undo-button")
    wait_for("from", "5")
    browser.click("[id='reset-program']")
    wait_for("program", "automatic")
    browser.wait("!document.querySelector('#row-program .badge')")
    print("page: a rule's message is at its control, settings change together, undo and reset work")


def locked(browser, page):
    """A setting that an administrator decides is locked with the reason, and free again afterwards."""
    MANAGED.write_text('{"com.example.thermostat": {"program": "away"}}')
    browser.wait("document.querySelector('#row-program .lock')", what="the program is locked")
    reason = browser.run("document.querySelector('#row-program .lock').textContent")
    check(reason == "Decided by “administrator”; it can't be changed here.", reason)
    check(browser.run("document.querySelector('#row-program .lock').offsetParent != null"), "the reason isn't visible")
    check(browser.run(FIELD.format("program") + ".value") == "away", "the deciding value isn't shown")
    check(browser.run(FIELD.format("program") + ".disabled"), "a locked control can be used")
    check("lock-program" in browser.run(FIELD.format("program") + ".getAttribute('aria-describedby')"), "describedby")
    bad = browser.run(CONTRAST)
    check(not bad, f"the contrast is low beside a locked setting: {bad}")
    form = "setting=program&program=manual"
    check(page.status("POST", "/save", form) == 422, "a locked setting was saved")
    refused = subprocess.run([PROGRAM, "settings", "set", "program=manual"], env=environment, capture_output=True)
    check(refused.returncode == 4, f"the command line ended with {refused.returncode} for a locked setting")
    browser.screenshot(f"{FOLDER}/page-locked.png")
    MANAGED.unlink()
    browser.wait(f"!document.querySelector('#row-program .lock') && !{FIELD.format('program')}.disabled",
                 what="the program is free again")
    check(settings("get", "program") == "automatic", "the user's value is lost")
    print("page: a locked setting has the reason, and refuses changes")


def search(browser):
    browser.run("document.getElementById('q').focus()")
    browser.call("Input.insertText", text="hour ends")
    visible = "[...document.querySelectorAll('.row')].filter(r => r.offsetParent).map(r => r.dataset.name).join()"
    browser.wait(f"{visible} == 'until'")
    browser.type("#q", "")
    browser.wait(f"{visible}.split(',').length == 10")
    settings("set", "program=manual")
    browser.wait("document.querySelector('#row-program.modified')")
    browser.choose("#show", "modified")
    modified = "[...document.querySelectorAll('.row.modified')].map(r => r.dataset.name).join()"
    browser.wait(f"{visible} == {modified} && {visible}.includes('program')", what="only modified settings are shown")
    browser.choose("#show", "locked")
    browser.wait(f"{visible} == '' && document.getElementById('nothing').offsetParent", what="no setting is locked")
    browser.choose("#show", "section:Schedule")
    browser.wait(f"{visible} == 'from,until'", what="only the settings of a section are shown")
    browser.choose("#show", "")
    browser.wait(f"{visible}.split(',').length == 10")
    settings("reset", "program")
    browser.click("#row-until .anchor")
    check(browser.run("location.hash") == "#row-until", "a setting has no address of its own")
    check(browser.run("document.querySelector(':target').dataset.name") == "until", "the setting isn't the target")
    browser.run("history.replaceState(null, '', location.pathname)")
    print("page: the search filters by words, states and sections, and each setting has an address")


def keyboard(browser):
    """Every control is reached with the key Tab, in the order of the document."""
    browser.run("document.querySelector('.skip').focus(); document.activeElement.blur()")
    reached = []
    for _ in range(80):
        browser.press("Tab")
        identifier = browser.run("document.activeElement.id || document.activeElement.className")
        if identifier in reached[-1:]:
            # A date has several parts.
            continue
        if identifier in reached or not identifier:
            break
        reached.append(identifier)
        visible = browser.run("getComputedStyle(document.activeElement).outlineStyle != 'none'")
        check(visible or identifier.startswith(("f-", "q")), f"the focus isn't visible at {identifier}")
    expected = browser.run(
        "[...document.querySelectorAll('main input:not([type=hidden]), main select')].map(c => c.id)")
    check([name for name in reached if name in expected] == expected, f"the order is {reached}")
    print(f"page: the key Tab reaches {len(reached)} elements in order")


# Records what the script sends and announces, and delays the answers.
RECORDER = """(() => {
  window.sent = []; window.announced = []; window.delay = 0;
  const send = window.fetch;
  window.fetch = async (path, options) => {
    window.sent.push(JSON.parse(options.body).fields);
    const answer = await send(path, options);
    await new Promise(resolve => setTimeout(resolve, window.delay));
    return answer;
  };
  const status = document.getElementById('status');
  new MutationObserver(() => window.announced.push(status.textContent)).observe(status, {childList: true});
})()"""


# Adds an optional value with an optional part.
NESTED = """document.querySelector('#row-sensor fieldset').insertAdjacentHTML('beforeend', `
  <div class="optional"><input type="checkbox" name="sensor/place/?"><div><div class="optional">
    <input type="checkbox" name="sensor/place/floor/?"><input id="nested" name="sensor/place/floor">
  </div></div></div>`)"""


def keys(browser, text):
    """Presses the keys of letters and digits."""
    for key in text:
        browser.press(key, f"Digit{key}" if key.isdigit() else f"Key{key.upper()}", key)


def focus(browser, name, is_selected=True):
    browser.run(FIELD.format(name) + ".focus()")
    if is_selected:
        browser.run(FIELD.format(name) + ".select()")


def leave(browser, name):
    """Leaves a control with the key Tab; a date has several parts."""
    for _ in range(12):
        browser.press("Tab")
        if browser.run("document.activeElement.id") != f"f-{name}":
            return
    check(False, f"the key Tab doesn't leave {name}")


def unsaved(browser, page):
    """A change that can't be sent is marked and sent again, and nothing is shown as if it were in effect."""
    browser.open(f"http://{page.host}{page.root}")
    browser.wait("events?.readyState == 1")
    note = "document.querySelector('#row-{} > .details > .unsaved')"

    # The network is away for a while.
    browser.offline(True)
    browser.type("#f-target", "23.5")
    browser.wait(note.format("target"), what="the change is marked")
    text = browser.run(note.format("target") + ".textContent")
    check(text == "Not saved. The program doesn't answer. It's sent again.", text)
    check(browser.run(note.format("target") + ".getAttribute('role')") == "alert", "role")
    check("isn't saved" in browser.status(), f"the status is {browser.status()}")
    bad = browser.run(CONTRAST)
    check(not bad, f"the contrast is low beside a change that isn't saved: {bad}")
    browser.screenshot(f"{FOLDER}/page-not-saved.png")
    check(settings("get", "target") != "23.5", "a change without a network was saved")
    browser.offline(False)
    wait_for("target", "23.5")
    browser.wait("!" + note.format("target"), what="the mark ends")

    # The same setting is changed elsewhere in the meantime: the user decides.
    for choice, other, value in [(1, "7.0", "7.0"), (0, "8.0", "24.0")]:
        browser.offline(True)
        browser.type("#f-target", "24")
        browser.wait(note.format("target"), what="the change is marked")
        settings("set", f"target={other}")
        browser.offline(False)
        browser.wait(note.format("target") + "?.querySelectorAll('button').length == 2", what="the user is asked")
        check(settings("get", "target") == other, "the change of another writer is overwritten")
        browser.run(f"{note.format('target')}.querySelectorAll('button')[{choice}].click()")
        wait_for("target", value)
        browser.wait("!" + note.format("target"), what="the mark ends")
        browser.wait(f"{FIELD.format('target')}.value == {float(value)}", what="the value in effect is shown")

    # The answer to a save is lost: the value is stored, so there's nothing to ask.
    browser.run("""(() => { const send = window.fetch; window.fetch = async (...all) => {
      window.fetch = send; await send(...all); throw new TypeError("lost"); }; })()""")
    browser.type("#f-target", "26")
    browser.wait(note.format("target"), what="the change is marked")
    wait_for("target", "26.0")
    browser.wait("!" + note.format("target"), what="a change that was stored is settled")
    check(browser.run(FIELD.format("target") + ".value") == "26", "the stored value isn't shown")
    # An action that can't be sent leaves no mark.
    browser.offline(True)
    browser.click("[id='reset-target']")
    browser.wait("document.getElementById('status').textContent.startsWith('Nothing was changed.')")
    check(not browser.run(note.format("target")), "a mark stays")
    browser.offline(False)

    # The setting is locked while the user types.
    focus(browser, "from")
    keys(browser, "9")
    MANAGED.write_text('{"com.example.thermostat": {"from": 4}}')
    browser.wait("document.querySelector('#row-from .lock')", what="the setting is locked while the user types")
    check(browser.run(FIELD.format("from") + ".value") == "4", "what can't be saved is shown")
    check(browser.run(FIELD.format("from") + ".disabled"), "a locked control can be used")
    check("isn't saved" in browser.status(), f"the status is {browser.status()}")
    MANAGED.unlink()
    browser.wait("!document.querySelector('#row-from .lock')", what="the setting is free again")
    # A program that doesn't answer for a moment.
    page.process.send_signal(signal.SIGSTOP)
    browser.type("#f-target", "22")
    browser.wait(note.format("target"), what="a change that's being saved is marked")
    check(browser.run(note.format("target") + ".textContent") == "It's being saved.", "the mark")
    page.process.send_signal(signal.SIGCONT)
    wait_for("target", "22.0")
    browser.wait("!" + note.format("target"), what="the mark ends")
    print("page: changes that can't be sent are marked and sent again, and a conflict is the user's decision")


def restart(browser):
    """With a token file, an open page goes on after a restart, and what wasn't saved is saved."""
    note = "document.querySelector('#row-target > .details > .unsaved')"
    file = f"{work}/token"
    page = Page("0", file)
    address = page.address
    browser.open(address)
    browser.wait("events?.readyState == 1")
    page.process.kill()
    page.process.wait()
    browser.type("#f-target", "13.5")
    browser.wait(note, what="the change is marked")
    check(os.stat(file).st_mode & 0o777 == 0o600, "others can read the token")
    page = Page(str(page.port), file)
    check(page.address == address, f"the address is {page.address} after a restart")
    wait_for("target", "13.5")
    browser.wait(f"!{note} && events?.readyState == 1", what="the page goes on")
    taken = subprocess.run([PROGRAM, "page", str(page.port)], env=environment, capture_output=True, text=True)
    message = f"no page at '127.0.0.1' with port {page.port}: Address already in use"
    check(taken.returncode == 1 and message in taken.stderr, taken.stderr)
    named = subprocess.run([PROGRAM, "page", "0", file, "kiosk"], env=environment, capture_output=True, text=True)
    check("the host 'kiosk', which isn't an IPv4 or IPv6 address" in named.stderr, named.stderr)
    page.process.kill()
    page.process.wait()
    os.chmod(file, 0o644)
    open_file = subprocess.run([PROGRAM, "page", "0", file], env=environment, capture_output=True, text=True)
    check("can be read or written by other users" in open_file.stderr, open_file.stderr)
    os.chmod(file, 0o600)
    everywhere = Page("0", file, "0.0.0.0")
    check(everywhere.status("GET", "/", Host=f"192.168.1.20:{everywhere.port}") == 200, "an address is refused")
    check(everywhere.status("GET", "/", Host=f"evil.example:{everywhere.port}") == 403, "a name is allowed")
    everywhere.process.kill()
    everywhere.process.wait()
    # A new token in each run: the page explains what to do.
    page = Page()
    browser.open(f"http://{page.host}/?token={'0' * 64}")
    check("Open the address that the program has printed" in browser.run("document.body.textContent"), "no explanation")
    page.process.kill()
    page.process.wait()
    print("page: an open page survives a restart, and mistakes in addresses are named")


def tabs(browser, page):
    """Thirty tabs follow the changes of others, and each of them saves."""
    opened = [browser.tab(f"http://{page.host}{page.root}") for _ in range(30)]
    for tab in opened:
        tab.wait("document.documentElement?.classList.contains('live')", what="a tab is open")
    settings("set", "target=11")
    for tab in opened + [browser]:
        tab.wait(FIELD.format("target") + "?.value == '11'", what="a tab follows")
    for number, tab in enumerate(opened[::10]):
        tab.choose("#f-target", str(12 + number))
        wait_for("target", f"{12 + number}.0")
    # The tab that follows for all is closed.
    followers = sum(tab.run("events !== null") for tab in opened + [browser])
    check(followers == 1, f"{followers} tabs follow")
    first = next((tab for tab in opened if tab.run("events !== null")), None)
    if first is None:
        browser.open("about:blank#away")
    else:
        first.call("Page.close")
        opened.remove(first)
    start = time.monotonic()
    while not any(tab.run("events?.readyState == 1") for tab in opened):
        check(time.monotonic() - start < 30, "no other tab follows")
        time.sleep(0.02)
    settings("set", "target=18")
    for tab in opened:
        tab.wait(FIELD.format("target") + ".value == '18'", what="a tab follows after another one was closed")
        tab.close()
    print("page: 30 tabs save, and follow others with one connection")


def two_browsers(browser, page):
    """Two browsers follow each other's changes, and each of them saves."""
    other = Browser(CHROMIUM, f"{work}/other-profile")
    try:
        other.open(page.address)
        for number, (first, second) in enumerate([(browser, other), (other, browser), (browser, other)]):
            first.wait("document.documentElement.classList.contains('live')", what="the browser has the page")
            value = str(20 + number)
            first.type("#f-target", value)
            second.wait(f"{FIELD.format('target')}.value == '{value}'", what="the other browser follows")
            wait_for("target", f"{value}.0")
    finally:
        other.close()
    print("page: two browsers save, and follow each other")


def typing(browser, page):
    """A control is saved once, when the user leaves it with a complete value, and typing isn't disturbed."""
    browser.open(f"http://{page.host}{page.root}")
    browser.wait("document.documentElement.classList.contains('live') && events?.readyState == 1")
    time.sleep(0.3)
    browser.run(RECORDER)

    def sent():
        return browser.run("window.sent")

    def announced():
        return browser.run("window.announced")

    # A date that is typed is saved when the user leaves it.
    focus(browser, "summer", is_selected=False)
    keys(browser, "07012026")
    check(not sent(), f"a date was saved before all of it was typed: {sent()}")
    leave(browser, "summer")
    browser.wait(FIELD.format("summer") + ".defaultValue.startsWith('2026-') && " + FIELD.format("summer")
                 + ".defaultValue != '2026-06-01T00:00'", what="the date is saved with the year 2026")
    check(len(sent()) == 1, f"a date was saved {len(sent())} times")

    # An incomplete value isn't saved, also not with other settings, and is saved once it's complete.
    browser.run("window.sent = []")
    focus(browser, "summer", is_selected=False)
    browser.press("Backspace")
    leave(browser, "summer")
    browser.wait("document.getElementById('status').textContent == \"The value isn't complete.\"")
    check(browser.run(FIELD.format("summer") + ".getAttribute('aria-invalid')") == "true", "the date isn't marked")
    focus(browser, "target")
    keys(browser, "1e")
    leave(browser, "target")
    time.sleep(0.3)
    check(not sent(), f"an incomplete value was saved: {sent()}")
    browser.type("#f-from", "23")
    browser.wait("document.querySelector('#row-from .error')")
    names = {name for fields in sent() for name, _ in fields}
    check(not names & {"target", "summer"}, f"an incomplete value was saved with another: {names}")
    browser.type("#f-from", "5")
    browser.wait("!document.querySelector('#row-from .error')")
    focus(browser, "summer", is_selected=False)
    keys(browser, "08")
    leave(browser, "summer")
    browser.wait("!" + FIELD.format("summer") + ".hasAttribute('aria-invalid')", what="the date is complete")

    # The key Return saves a control once.
    browser.run("window.sent = []; window.announced = []")
    focus(browser, "target")
    keys(browser, "21")
    browser.press("Enter", text="\r")
    wait_for("target", "21.0")
    browser.wait("window.announced.length", what="the saved value is announced")
    time.sleep(0.3)
    check(announced() == ["Saved: Target."], f"the key Return announces {announced()}")
    check(len(sent()) == 1, f"the key Return saved the value {len(sent())} times")

    # The answer to a change of one property arrives while the user types another.
    browser.run("window.delay = 500")
    browser.type("#f-sensor\\/name", "East")
    focus(browser, "sensor/correction")
    keys(browser, "3")
    browser.wait(FIELD.format("sensor/name") + ".defaultValue == 'East'", what="the name of the sensor is saved")
    check(browser.run(FIELD.format("sensor/correction") + ".value") == "3", "what the user types is lost")
    check(browser.run("document.activeElement.id") == "f-sensor/correction", "the focus is lost")
    keys(browser, "4")
    browser.press("Tab")
    browser.wait(FIELD.format("sensor/correction") + ".defaultValue == '34'", what="the correction is saved")
    check("East" in settings("get", "sensor"), "the name of the sensor is lost")

    # An answer with another number of elements arrives while the user types.
    browser.click("[id='b-add:rooms']")
    focus(browser, "rooms/0")
    browser.call("Input.insertText", text="Cell")
    browser.wait(FIELD.format("rooms/1"), what="the list has a new element")
    check(browser.run(FIELD.format("rooms/0") + ".value") == "Cell", "what the user types in a list is lost")
    browser.call("Input.insertText", text="ar")
    browser.press("Tab")
    wait_for("rooms", '["Cellar"]')

    # A value inside of an absent one turns both on. No setting of the program has such values.
    browser.run("window.sent = []; window.delay = 0")
    browser.run(NESTED)
    browser.type("#nested", "2")
    browser.wait("window.sent.length", what="the nested value is sent")
    names = {name for fields in sent() for name, _ in fields}
    check({"sensor/place/?", "sensor/place/floor/?"} <= names, f"an absent value stays absent: {names}")
    print("page: values are saved once, when they're complete, and typing isn't disturbed")


CONTRAST = """(() => {
  const parse = c => { const n = c.match(/[\\d.]+/g).map(Number); return [n[0], n[1], n[2], n[3] ?? 1]; };
  const light = c => { const v = c.slice(0, 3).map(x => { x /= 255; return x <= .03928 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4; });
    return .2126 * v[0] + .7152 * v[1] + .0722 * v[2]; };
  const ground = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c[3] > 0) return c; }
    return [255, 255, 255, 1]; };
  const bad = [];
  for (const e of document.querySelectorAll('body *')) {
    if (!e.offsetParent || e.disabled || ['checkbox', 'color'].includes(e.type)) continue;
    const text = [...e.childNodes].some(n => n.nodeType == 3 && n.textContent.trim()) || e.value;
    if (!text) continue;
    const [a, b] = [light(parse(getComputedStyle(e).color)), light(ground(e))];
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < 4.5) bad.push(`${e.tagName} ${e.id} ${ratio.toFixed(2)}`);
  }
  return bad;
})()"""


def accessibility(browser, scheme):
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    roles = {"textbox", "spinbutton", "switch", "checkbox", "combobox", "button", "ColorWell", "searchbox", "DateTime",
             "link", "group", "form", "MenuListPopup", "InputTime"}
    named = 0
    for node in nodes:
        role = node.get("role", {}).get("value")
        if not node.get("ignored") and role in roles - {"group", "form", "MenuListPopup", "InputTime"}:
            check(node.get("name", {}).get("value"), f"a {role} has no name: {node}")
            named += 1
    check(named > 15, f"only {named} controls")
    check(browser.run("document.documentElement.lang") == "en", "no language")
    check(browser.run("document.querySelectorAll('h1').length") == 1, "not one heading")
    check(browser.run("new Set([...document.querySelectorAll('[id]')].map(e => e.id)).size == "
                      "document.querySelectorAll('[id]').length"), "an identifier is there twice")
    bad = browser.run(CONTRAST)
    check(not bad, f"the contrast is low in {scheme}: {bad}")
    small = browser.run(
        "[...document.querySelectorAll('main input:not([type=hidden]), main select, main button')].filter(e => e.offsetParent)"
        ".filter(e => !e.classList.contains('first'))"
        ".filter(e => { const r = e.getBoundingClientRect(); return r.width < 24 || r.height < 24; }).map(e => e.id)")
    check(not small, f"targets are smaller than 24 pixels: {small}")
    if AXE:
        browser.run(AXE + "; 0")
        found = browser.run("axe.run().then(r => ({violations: r.violations.map(v => v.id + ': ' + v.nodes.map(n => "
                            "n.html).join(' | ')), passes: r.passes.length}))")
        check(not found["violations"], f"axe-core in {scheme}: {found['violations']}")
        return f"{named} names, {found['passes']} rules of axe-core"
    return f"{named} names, without axe-core"


def looks(browser, page):
    """Screenshots, and the checks that depend on the size and the colors."""
    for device, width, height, scale in [("desktop", 900, 1_000, 1), ("phone", 390, 844, 1.5)]:
        for scheme in ["light", "dark"]:
            browser.resize(width, height, scheme, scale)
            browser.open(f"http://{page.host}{page.root}")
            result = accessibility(browser, f"{device}, {scheme}")
            check(browser.run("document.documentElement.scrollWidth <= innerWidth"), f"{device} scrolls sideways")
            # As it is after a value was refused.
            browser.type("#f-target", "35")
            browser.wait("document.querySelector('#row-target .error')")
            bad = browser.run(CONTRAST)
            check(not bad, f"the contrast is low in {scheme}: {bad}")
            browser.run("document.activeElement.blur(); window.scrollTo(0, 0)")
            browser.screenshot(f"{FOLDER}/page-{device}-{scheme}.png")
            print(f"page: {device}, {scheme}: {result}")


def without_script(browser, page):
    """Forms work without script."""
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(f"http://{page.host}{page.root}?q=target")
    check(browser.run("document.querySelectorAll('.row').length") == 1, "the search needs the script")
    browser.run("document.querySelector('#f-target').value = '25'")
    browser.click("form.section .actions button")
    wait_for("target", "25.0")
    browser.wait("document.readyState == 'complete' && document.querySelector('#f-target')?.defaultValue == '25'")
    check(browser.run("location.search") == "?q=target", "the search is lost")
    browser.run("document.querySelector('#f-target').value = '99'")
    browser.click("form.section .actions button")
    browser.wait("document.querySelector('#row-target .error')?.textContent == '99.0 is not from 5.0 to 30.0'")
    browser.click("#undo-button")
    wait_for("target", "19.0")
    browser.call("Emulation.setScriptExecutionDisabled", value=False)
    print("page: forms work without script")


page = Page()
browser = None
try:
    attack(page)
    browser = Browser(CHROMIUM, f"{work}/profile")
    browser.resize(900, 1_000, "light")
    browser.open(page.address)
    check(browser.run("location.search") == "", "the token stays in the address")
    browser.wait("document.documentElement.classList.contains('live')")
    browser.wait("events?.readyState == 1")
    control(browser)
    rules(browser)
    locked(browser, page)
    search(browser)
    keyboard(browser)
    without_script(browser, page)
    looks(browser, page)
    browser.resize(900, 1_000, "light")
    typing(browser, page)
    unsaved(browser, page)
    two_browsers(browser, page)
    tabs(browser, page)
    restart(browser)
    # Refused values, the tests of an outage and of other tokens, and the icon.
    expected = "422|403|favicon|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY"
    unexpected = [text for text in browser.problems if not re.search(expected, text)]
    check(not unexpected, f"the browser reports {unexpected}")
    print(f"page: {program.checks} checks passed")
finally:
    if browser:
        browser.close()
    page.process.kill()
    page.process.wait()
