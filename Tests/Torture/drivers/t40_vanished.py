"""The journal, or a file that looks like a lock, is removed, moved or replaced while processes write: every
acknowledged value survives."""
import os
import random
import time

from harness import names

NUMBER, NAME, TARGET = 40, "vanished", "0 lost"
KINDS = ("remove", "move", "replace", "empty", "folder")


def run(context):
    lost, rounds = 0, context.count(20, 6)
    for kind in KINDS:
        for round in range(rounds):
            lost += vanish(context, kind, random.Random(round))
    locks(context, rounds)
    return f"{lost} lost in {rounds} rounds each of {len(KINDS)} kinds"


def vanish(context, kind, generator):
    path = context.fresh() / "inside" / "settings.json"
    path.parent.mkdir()
    expected = {}
    with context.serve(path) as one, context.serve(path) as other:
        for number in range(60):
            server, key = generator.choice([(one, f"a{number % 5}"), (other, f"b{number % 5}")])
            if context.check(server.do("set", key, number) == "ok", f"{kind}: cannot set"):
                expected[key] = number
            if number in (20, 40):
                take_away(path, kind)
                # The folder or the file is examined before the next write to it; only the watch notices another name.
                time.sleep(0.25 if kind in ("move", "folder") else 0.05)
        for server in (one, other):
            context.check(server.do("flush") == "ok", f"{kind}: cannot flush")
        found = context.show(path).values
        for server in (one, other):
            server.do("refresh")
            shown = {key: server.get(key) for key in expected}
            context.check(shown == found, f"{kind}: a process has {shown}, a new one {found}")
        lost = [key for key, number in expected.items() if found.get(key) != number]
        context.check(not lost, f"{kind}: {len(lost)} of {len(expected)} lost: {[(key, expected[key], found.get(key)) for key in lost[:3]]}")
        one.end()
        other.end()
    return len(lost)


def take_away(path, kind):
    journal = names(path)["journal"]
    if kind == "folder":
        path.parent.rename(path.parent.with_name(f"moved-{time.monotonic_ns()}"))
    elif not journal.exists():
        return
    elif kind == "remove":
        journal.unlink()
    elif kind == "move":
        journal.rename(path.parent / "elsewhere")
    elif kind == "replace":
        copy = path.parent / "copy"
        copy.write_bytes(b"")
        os.rename(copy, journal)
    else:
        journal.write_bytes(b"")


def locks(context, rounds):
    """Two processes add to one number while every hidden file that no process needs is removed."""
    path = context.fresh() / "settings.json"
    count = 3_000
    adders = [context.start("increment", path, "--key", "sum", "--count", count) for _ in range(2)]
    while any(adder.poll() is None for adder in adders):
        for name in os.listdir(path.parent):
            if name.endswith(".lock"):
                (path.parent / name).unlink()
        for adder in adders:
            os.set_blocking(adder.stdout.fileno(), False)
            adder.stdout.read()
        time.sleep(0.001)
    for adder in adders:
        adder.stdout.close()
        adder.stdin.close()
    found = context.show(path).values.get("sum")
    context.check(found == 2 * count, f"of {2 * count} additions, {found} are there")
