"""One process reads while another writes: nothing torn, nothing empty, and versions never decrease."""
import os
import subprocess
import threading
import time

from harness import NOBODY, Skip, need_other_user

NUMBER, NAME, TARGET = 16, "reader", "0 torn, 0 absent, 0 backwards"


def run(context):
    count = context.count(100_000, 4_000)
    figures = []
    # A reader that is notified, one that refreshes, one that reopens the file, and one without the right to lock it.
    for name, options, before in [
        ("follows", [], []), ("refreshes", ["--refresh"], []), ("opens", ["--open"], []), ("unprivileged", ["--refresh"], NOBODY)
    ]:
        try:
            if before:
                need_other_user(context)
        except Skip as reason:
            print(f"      skipped: {name}: {reason}")
            continue
        path = context.fresh() / "settings.json"
        os.chmod(path.parent, 0o755)
        path.write_text("{}")
        os.chmod(path, 0o644)
        with context.serve(path) as server:
            server.do("set", "k", 1)
            server.do("fold")
            server.end()
        writer = context.start("write", path, "--size", 5003, "--fold", "--pause", 100)
        writer.stdout.readline()
        drain = threading.Thread(target=writer.stdout.read)
        drain.start()
        rounds = count * 10 if options else max(count, 20_000) * 20
        try:
            begin = time.monotonic()
            result = context.run("read", path, "--count", rounds, *options, before=before)
        except subprocess.TimeoutExpired:
            context.check(False, f"{name}: {rounds} reads take more than 120 s")
            continue
        finally:
            writer.kill()
            drain.join()
            writer.wait()
            writer.stdin.close()
        print(f"      {name}: {rounds} reads in {time.monotonic() - begin:.1f} s")
        words = result.stdout.split()
        context.check(result.returncode == 0 and "distinct" in words, f"{name}: exit {result.returncode}: {(result.stdout + result.stderr)[:300]}")
        if "distinct" in words:
            numbers = {key: int(words[words.index(key) + 1]) for key in ("distinct", "back", "torn", "absent")}
            context.check(numbers["back"] + numbers["torn"] + numbers["absent"] == 0, f"{name}: {numbers}")
            context.check(numbers["distinct"] > 10, f"{name}: saw only {numbers['distinct']} values, so the test is blind")
            figures.append(f"{name} {numbers['distinct']}")
        problems = [line for line in result.stdout.splitlines() if line.startswith("report")]
        context.check(not problems, f"{name}: {len(problems)} reports: {problems[:2]}")
        final = context.show(path)
        context.check(final.state == "ready", f"{name}: afterwards {final.state}")
    return "values seen: " + ", ".join(figures)
