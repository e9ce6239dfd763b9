"""A headless Firefox that is driven over WebDriver BiDi (https://w3c.github.io/webdriver-bidi), with the standard
library alone."""
import base64
import json
import pathlib
import re
import subprocess

from browser import Document, WebSocket

KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Backspace": "\ue003", "ArrowDown": "\ue015"}


class Firefox(Document):
    replacing = ["null", "no such frame"]

    def __init__(self, program, folder):
        self.process = subprocess.Popen(
            [program, "--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            found = re.search(r"WebDriver BiDi listening on (ws://\S+)", line)
            if found:
                break
        else:
            raise SystemExit("error: the browser doesn't start")
        # The rest is read, so that the browser never waits for it.
        self.log = open(pathlib.Path(folder) / "log", "w")
        subprocess.Popen(["cat"], stdin=self.process.stderr, stdout=self.log)
        self.connection = WebSocket(f"{found[1]}/session")
        self.count = 0
        self.call("session.new", capabilities={})
        # The first window never has the focus without a screen, but a new one does.
        self.context = self.call("browsingContext.create", type="window")["context"]

    def call(self, method, **parameters):
        """Calls a method of the protocol and returns its result."""
        self.count += 1
        self.connection.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.connection.receive())
            if message.get("id") == self.count:
                assert message.get("type") != "error", f"{method}: {message}"
                return message["result"]

    def run(self, script):
        """Returns the value of JavaScript; a promise is waited for."""
        result = self.call(
            "script.evaluate", expression=f"(async () => JSON.stringify(await ({script})) ?? 'null')()",
            target={"context": self.context}, awaitPromise=True)
        assert result["type"] == "success", f"{script}: {result}"
        return json.loads(result["result"]["value"])

    def open(self, address):
        self.call("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def perform(self, kind, identifier, actions, **parameters):
        self.call("input.performActions", context=self.context,
                  actions=[{"type": kind, "id": identifier, "actions": actions, **parameters}])

    def press(self, *keys):
        """Presses keys one after the other: names such as Tab, or characters."""
        actions = []
        for key in keys:
            actions += [{"type": kind, "value": KEYS.get(key, key)} for kind in ["keyDown", "keyUp"]]
        self.perform("key", "keyboard", actions)

    def type(self, selector, text):
        """Replaces the text of a field as a person does, and leaves it."""
        self.select(selector)
        self.press(*(text or ["Backspace"]), "Tab")

    def click(self, selector):
        """Clicks in the middle of an element."""
        x, y = self.middle(selector)
        self.perform("pointer", "mouse", [
            {"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0}])

    def resize(self, width, height):
        self.call("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def screenshot(self, path):
        data = self.call("browsingContext.captureScreenshot", context=self.context)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.log.close()
