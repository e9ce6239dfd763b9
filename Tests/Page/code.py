"""Reads the QR code that Examples/Thermostat prints in a terminal, with the program zbarimg.

  code.py THERMOSTAT
"""
import os
import pathlib
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

work = tempfile.mkdtemp()
environment = {**os.environ, "XDG_CONFIG_HOME": f"{work}/config", "HOME": work}
environment.pop("NO_COLOR", None)
process, terminal = pty.fork()
if process == 0:
    os.execve(sys.argv[1], [sys.argv[1], "page", "0", f"{work}/token", "127.0.0.2"], environment)
output = b""
rows = []
start = time.monotonic()
# The code is a square, so its width says how many rows are still missing. A read can end inside a character.
while not rows or len(rows) < len(rows[0]):
    if time.monotonic() - start > 20:
        raise SystemExit(f"error: the code isn't printed in 20 s, but {output!r}")
    if select.select([terminal], [], [], 1)[0]:
        output += os.read(terminal, 1 << 16)
    text = output.decode(errors="ignore")
    lines = re.findall(r"\x1b\[30;107m(.*?)\x1b\[0m", text)
    rows = [[c in dark for c in line] for line in lines for dark in ("█▀", "█▄")]
os.kill(process, 15)
address = re.search(r"http://\S+", text)[0]
width = len(rows[0])
scale = 4
lines = [" ".join("0" if dark else "1" for dark in row for _ in range(scale)) for row in rows for _ in range(scale)]
image = pathlib.Path(work) / "code.pgm"
image.write_text(f"P2 {width * scale} {len(lines)} 1\n" + "\n".join(lines) + "\n")
found = subprocess.run(["zbarimg", "-q", "--raw", image], capture_output=True, text=True).stdout.strip()
if found != address:
    raise SystemExit(f"error: the code is read as '{found}' instead of '{address}'")
print(f"page: the QR code in a terminal is read as the address, with {width - 8} modules on each side")
