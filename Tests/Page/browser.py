"""A headless Chromium that is driven over its DevTools protocol, with the standard library alone."""
import base64
import json
import os
import pathlib
import re
import socket
import struct
import subprocess
import time
import urllib.parse
import urllib.request


class WebSocket:
    """A connection for messages as text."""

    def __init__(self, address):
        url = urllib.parse.urlsplit(address)
        self.socket = socket.create_connection((url.hostname, url.port), timeout=30)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET {url.path} HTTP/1.1\r\nHost: {url.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.socket.recv(1)
        assert b" 101 " in head, head

    def read(self, count):
        data = bytearray()
        while len(data) < count:
            part = self.socket.recv(min(count - len(data), 1 << 16))
            assert part, "the browser has gone"
            data += part
        return bytes(data)

    def send(self, text):
        data = text.encode()
        length = len(data)
        if length < 126:
            head = struct.pack("!BB", 0x81, 0x80 | length)
        elif length < 1 << 16:
            head = struct.pack("!BBH", 0x81, 0x80 | 126, length)
        else:
            head = struct.pack("!BBQ", 0x81, 0x80 | 127, length)
        # Firefox ends a connection whose mask is zero.
        mask = os.urandom(3) + b"\1"
        self.socket.sendall(head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(data)))

    def receive(self):
        text = b""
        while True:
            first, second = self.read(2)
            length = second & 0x7F
            if length == 126:
                length = struct.unpack("!H", self.read(2))[0]
            elif length == 127:
                length = struct.unpack("!Q", self.read(8))[0]
            data = self.read(length)
            if first & 0x0F in (0, 1):
                text += data
                if first & 0x80:
                    return text.decode()


class Document:
    """The document of a browser, which a subclass drives: `run` returns the value of JavaScript."""

    # The texts of errors that mean that the document is replaced at the moment.
    replacing = ["null"]

    def wait(self, condition, seconds=30, what=None):
        """Waits until JavaScript is true, and returns the seconds that it took."""
        start = time.monotonic()
        while time.monotonic() - start < seconds:
            try:
                if self.run(f"!!({condition})"):
                    return time.monotonic() - start
            except AssertionError as error:
                if not any(text in str(error) for text in self.replacing):
                    raise
            time.sleep(0.005)
        raise SystemExit(
            f"error: it never became true in {type(self).__name__}: {what or condition}; "
            f"the page says '{self.status()}'")

    def status(self):
        return self.run("document.getElementById('status')?.textContent")

    def select(self, selector):
        """Moves the focus to a field and selects its text."""
        self.run(f"document.querySelector({json.dumps(selector)}).focus()")
        self.run(f"document.querySelector({json.dumps(selector)}).select()")

    def middle(self, selector):
        """Scrolls to an element and returns the point in its middle."""
        return self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            " e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect();"
            " return [r.x + r.width / 2, r.y + r.height / 2]; })()")


class Browser(Document):
    """A browser with one tab, to which others can be added."""

    replacing = ["null", "Cannot find"]

    def __init__(self, program, folder):
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
             "--disable-dev-shm-usage", "--disable-background-networking", "--remote-debugging-port=0",
             f"--user-data-dir={folder}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            found = re.search(r"ws://([^/]+)/", line)
            if found:
                break
        else:
            raise SystemExit("error: the browser doesn't start")
        # The rest is read, so that the browser never waits for it.
        self.log = open(pathlib.Path(folder) / "log", "w")
        subprocess.Popen(["cat"], stdin=self.process.stderr, stdout=self.log)
        self.place = found[1]
        with urllib.request.urlopen(f"http://{self.place}/json/list") as answer:
            tabs = [tab for tab in json.load(answer) if tab["type"] == "page"]
        self.attach(tabs[0])

    def attach(self, tab):
        self.connection = WebSocket(tab["webSocketDebuggerUrl"])
        self.count = 0
        self.problems = []
        for domain in ["Page", "Runtime", "Log", "Network", "DOM", "Accessibility"]:
            self.call(f"{domain}.enable")

    def tab(self, address):
        """Opens another tab of the same browser."""
        request = urllib.request.Request(f"http://{self.place}/json/new?{address}", method="PUT")
        with urllib.request.urlopen(request) as answer:
            return Tab(json.load(answer))

    def offline(self, is_offline):
        """Takes the network away, or gives it back."""
        self.call("Network.emulateNetworkConditions", offline=is_offline, latency=0, downloadThroughput=-1,
                  uploadThroughput=-1)

    def call(self, method, **parameters):
        """Calls a method of the protocol and returns its result."""
        self.count += 1
        self.connection.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.connection.receive())
            if message.get("id") == self.count:
                assert "error" not in message, f"{method}: {message['error']}"
                return message["result"]
            if message.get("method") == "Runtime.exceptionThrown":
                self.problems.append(str(message["params"]["exceptionDetails"].get("exception", {}).get("description")))
            if message.get("method") == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
                self.problems.append(message["params"]["entry"]["text"] + " " + message["params"]["entry"].get("url", ""))

    def run(self, script):
        """Returns the value of JavaScript; a promise is waited for."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, f"{script}: {result['exceptionDetails']}"
        return result["result"].get("value")

    def open(self, address):
        self.call("Page.navigate", url=address)
        self.wait("document.readyState == 'complete' && location.href != 'about:blank'")

    def press(self, key, code=None, text=None, modifiers=0):
        """Presses a key."""
        event = {"key": key, "code": code or key, "modifiers": modifiers}
        codes = {"Tab": 9, "Enter": 13, " ": 32, "Backspace": 8, "a": 65, "ArrowDown": 40}
        if key in codes:
            event["windowsVirtualKeyCode"] = codes[key]
        if text:
            event["text"] = text
        self.call("Input.dispatchKeyEvent", type="keyDown", **event)
        self.call("Input.dispatchKeyEvent", type="keyUp", **{k: v for k, v in event.items() if k != "text"})

    def type(self, selector, text):
        """Replaces the text of a field as a person does, and leaves it."""
        self.select(selector)
        if text:
            self.call("Input.insertText", text=text)
        else:
            self.press("Backspace")
        self.press("Tab")

    def choose(self, selector, value):
        """Chooses a value in a control that opens a window of the system."""
        self.run(
            f"(() => {{ const c = document.querySelector({json.dumps(selector)}); c.focus(); c.value = {json.dumps(value)};"
            " c.dispatchEvent(new Event('change', {bubbles: true})); })()")

    def click(self, selector):
        """Clicks in the middle of an element."""
        point = self.middle(selector)
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=point[0], y=point[1], button="left", clickCount=1)

    def resize(self, width, height, scheme, scale=1):
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
            mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.log.close()


class Tab(Browser):
    """Another tab of a browser."""

    def __init__(self, tab):
        self.attach(tab)

    def close(self):
        self.connection.socket.close()
