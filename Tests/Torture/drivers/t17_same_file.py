"""One file is opened twice in one process by different paths: both stores see each other's writes at once."""
import os

NUMBER, NAME, TARGET = 17, "same-file", "one shared backend"


def run(context):
    done = 0
    for name in ("again", "relative path", "symlink to the file", "symlink to the folder", "dots", "folder made later"):
        folder = context.fresh()
        path = folder / "real" / "settings.json"
        if name != "folder made later":
            path.parent.mkdir()
        second = path
        if name == "relative path":
            second = os.path.relpath(path, folder)
        elif name == "symlink to the file":
            path.write_text("{}")
            second = folder / "link.json"
            second.symlink_to(path)
        elif name == "symlink to the folder":
            (folder / "linked").symlink_to(path.parent)
            second = folder / "linked" / "settings.json"
        elif name == "dots":
            second = f"{folder}/real/../real/./settings.json"
        with context.serve(path, second, cwd=folder) as server:
            server.do("use", 1)
            server.do("observe", "k")
            server.do("use", 0)
            server.do("set", "k", 5)
            server.do("use", 1)
            # Both stores see the value at once, without waiting for another process.
            done += context.check(server.get("k") == 5, f"{name}: the second store has {server.get('k')}")
            context.check(server.wait(1, lambda line: line.startswith("change 1 ") and " 5 " in line), f"{name}: the second store's observer isn't notified")
            server.do("set", "k", 6)
            server.do("use", 0)
            context.check(server.get("k") == 6, f"{name}: the first store has {server.get('k')}")
            journals = sum(os.readlink(f"/proc/{server.process.pid}/fd/{n}").endswith(".journal") for n in os.listdir(f"/proc/{server.process.pid}/fd"))
            context.check(journals == 1, f"{name}: {journals} journals are open")
            server.end()
    return f"{done} of 6 ways to spell it"
