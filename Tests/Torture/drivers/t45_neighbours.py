"""The journal is cut, overwritten, or replaced by an earlier copy while processes have it open, and the next journal is
removed while the document is written: flushed values stay or are reported as lost, and all processes agree."""
import os
import random
import shutil
import time

from harness import names

NUMBER, NAME, TARGET = 45, "neighbours", "0 lost without a report"
KINDS = ("cut", "overwrite", "restore", "next")


def run(context):
    lost, rounds = 0, context.count(20, 4)
    for kind in KINDS:
        for round in range(rounds):
            lost += disturb(context, kind, random.Random(round))
    return f"{lost} lost in {rounds} rounds each of {len(KINDS)} kinds"


def disturb(context, kind, generator):
    path = context.fresh() / "settings.json"
    journal = names(path)["journal"]
    expected = {}
    with context.serve(path) as one, context.serve(path) as other:
        copy = None
        for number in range(1, 61):
            server, key = generator.choice([(one, f"a{number % 5}"), (other, f"b{number % 5}")])
            if context.check(server.do("set", key, number) == "ok", f"{kind}: cannot set"):
                expected[key] = number
            if number == 10:
                copy = journal.read_bytes()
            if number in (20, 40):
                for server in (one, other):
                    context.check(server.do("flush") == "ok", f"{kind}: cannot flush")
                act(kind, path, copy, one)
                # A process looks at its journal once a millisecond in writing.
                time.sleep(0.01)
                for server in (one, other):
                    context.check(server.do("flush") == "ok", f"{kind}: cannot flush after the act")
                found = context.show(path).values
                missing = [key for key, value in expected.items() if found.get(key) != value]
                context.check(not missing, f"{kind}: a flush returned, and a new process lacks {missing[:3]}")
        for server in (one, other):
            server.do("refresh")
            context.check(server.do("flush") == "ok", f"{kind}: cannot flush")
        reported = " ".join(one.lines("report") + other.lines("report"))
        found = context.show(path).values
        for server in (one, other):
            server.do("refresh")
            shown = {key: server.get(key) for key in expected}
            context.check(shown == {key: found.get(key) for key in expected}, f"{kind}: a process has {shown}, a new one {found}")
        lost = [key for key, value in expected.items() if found.get(key) != value and key not in reported]
        context.check(not lost, f"{kind}: {len(lost)} of {len(expected)} lost: {[(key, expected[key], found.get(key)) for key in lost[:3]]}")
        one.end()
        other.end()
    return len(lost)


def act(kind, path, copy, server):
    journal, following = names(path)["journal"], names(path)["next"]
    if kind == "cut":
        os.truncate(journal, max(0, journal.stat().st_size - 40))
    elif kind == "overwrite":
        journal.write_bytes(copy)
    elif kind == "restore":
        beside = path.parent / "copy"
        beside.write_bytes(copy)
        shutil.copymode(journal, beside)
        os.rename(beside, journal)
    else:
        server.send("fold")
        deadline = time.monotonic() + 0.2
        while time.monotonic() < deadline:
            try:
                following.unlink()
                break
            except FileNotFoundError:
                pass
        server._answer(60)
