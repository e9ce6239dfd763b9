"""The program whose page is tested: Examples/Thermostat, its page, and its command line as another process."""
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time

PROGRAM = sys.argv[1]
work = tempfile.mkdtemp()
MANAGED = pathlib.Path(work) / "managed.json"
environment = {**os.environ, "XDG_CONFIG_HOME": f"{work}/config", "HOME": work, "THERMOSTAT_MANAGED": str(MANAGED)}
checks = 0
# The control of a setting in the document.
FIELD = "document.getElementById('f-{}')"


def check(condition, what):
    global checks
    checks += 1
    if not condition:
        raise SystemExit(f"error: {what}")


def settings(*arguments):
    """Runs the command line, as another process."""
    done = subprocess.run([PROGRAM, "settings", *arguments], env=environment, capture_output=True, text=True)
    check(done.returncode in (0, 1), f"settings {arguments}: {done.stderr}")
    return done.stdout.strip()


def wait_for(name, value):
    """Waits until another process reads a value."""
    start = time.monotonic()
    while time.monotonic() - start < 30:
        if settings("get", name) == value:
            return
    check(False, f"{name} is {settings('get', name)} instead of {value}")


class Page:
    """A page that runs, and requests to it without a browser."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [PROGRAM, "page", *arguments], env=environment, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().split()[1]
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{64})", self.address)
        check(found, f"the address is {self.address}")
        self.port, self.token = int(found[1]), found[2]
        self.host = f"127.0.0.1:{self.port}"
        answer = self.send("GET", f"/?token={self.token}")
        check(answer.startswith("HTTP/1.1 303 "), answer)
        self.cookie, self.root = re.search(
            r"Set-Cookie: ([^;]+); Path=(/[0-9a-f]{32}/); HttpOnly; SameSite=Lax", answer).groups()

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def exchange(self, request):
        """Sends bytes and returns all that comes back."""
        with self.connect() as connection:
            try:
                connection.sendall(request)
            except OSError:
                pass
            return self.rest(connection)

    @staticmethod
    def rest(connection):
        data = b""
        try:
            while part := connection.recv(1 << 16):
                data += part
        except ConnectionResetError:
            pass
        return data.decode()

    def send(self, method, target, body="", **headers):
        fields = {"Host": self.host, "Cookie": getattr(self, "cookie", "")}
        if method == "POST":
            fields |= {"Origin": f"http://{self.host}", "Content-Type": "application/x-www-form-urlencoded"}
        fields |= {name.replace("_", "-"): value for name, value in headers.items()}
        if body:
            fields["Content-Length"] = str(len(body))
        target = target if "token=" in target else self.root + target[1:]
        lines = [f"{method} {target} HTTP/1.1"] + [f"{n}: {v}" for n, v in fields.items() if v is not None]
        return self.exchange(("\r\n".join(lines) + "\r\n\r\n" + body).encode())

    def status(self, *arguments, **headers):
        answer = self.send(*arguments, **headers)
        return int(answer.split()[1]) if answer else None
