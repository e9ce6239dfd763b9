"""kill -9 while values are written: no acknowledged value is lost, and no file is unreadable."""
import random
import select
import time

from harness import SIZES, has_torn_tail, names

NUMBER, NAME, TARGET = 1, "kill", "0 lost, 0 unreadable, torn tails met"
# Large values tear more often. A busy journal is never folded and grows, so they get fewer cycles on one file.
# A writer may meet a journal that is full because another one is still moving its values to a shorter one.
REFUSAL = "so large a journal"
BATCHES = [(SIZES[0], 30), (SIZES[3], 10), (SIZES[1], 30), (SIZES[2], 20), (SIZES[3], 10)]


def run(context):
    cycles = context.count(10_000, 400)
    least_torn = context.count(100, 4)
    torn = acknowledged = done = 0
    batch = 0
    reports = []
    refused = 0
    generator = random.Random(1)
    while done < cycles and len(context.failures) < 20:
        path = context.fresh() / "settings.json"
        last = {}
        size, rotation = BATCHES[batch % len(BATCHES)]
        kind = (batch // len(BATCHES)) % 3  # one writer, several, or one that writes documents meanwhile
        batch += 1
        for cycle in range(rotation):
            keys = ["k"] if kind != 1 else ["a", "b", "c"]
            writers = {
                key: context.start("write", path, "--key", key, "--size", size, *(["--fold"] if kind == 2 else []))
                for key in keys
            }
            outputs = kill_all(writers, generator)
            where = f"size {size}, kind {kind}, cycle {cycle} of {path.parent}"
            failures = len(context.failures)
            for key, output in outputs.items():
                if REFUSAL in output:
                    refused += 1
                acknowledged += judge(context, key, output, last, where, reports)
            if len(context.failures) > failures:
                context.keep(path.parent, where)
            torn += any(has_torn_tail(names(path)[name]) for name in ("journal", "next"))
            done += 1
        shown = context.show(path)
        for key, number in last.items():
            context.check(shown.values.get(key, -1) in (number, number + 1), f"lost at the end: {key} {number}; {shown.text[:200]}")
        with context.serve(path) as server:
            context.check(server.do("set", "end", 1) == "ok", f"cannot go on: size {size}, kind {kind} of {path.parent}")
            server.end()
    context.check(not reports, f"{len(reports)} reports of something wrong, the first: {reports[:1]}")
    context.check(refused <= cycles // 20, f"{refused} writers met a full journal")
    context.check(torn >= least_torn, f"met {torn} torn tails, so the test is blind")
    return f"{done} kills, {acknowledged} sets, {torn} torn tails, {refused} refusals of a full journal"


def kill_all(writers, generator):
    """Kills writers shortly after each has written something, and returns their output."""
    outputs = {key: b"" for key in writers}
    for key, writer in writers.items():
        while b"\n" + key.encode() + b" " not in outputs[key]:
            ready, _, _ = select.select([writer.stdout], [], [], 20)
            chunk = writer.stdout.read1(1 << 16) if ready else b""
            if not chunk:
                break
            outputs[key] += chunk
    time.sleep(generator.random() * 0.004)
    for key in generator.sample(sorted(writers), len(writers)):
        writers[key].kill()
    for key, writer in writers.items():
        outputs[key] += writer.stdout.read()
        writer.wait()
        writer.stdin.close()
        writer.stdout.close()
    return {key: output.decode(errors="replace") for key, output in outputs.items()}


def judge(context, key, output, last, where, reports):
    """Compares the first value of a writer with the last acknowledged one, and records what it has acknowledged."""
    lines = output.split("\n")
    count = 0
    for line in lines[:-1]:
        words = line.split(" ")
        if words[0] == "have" and key in last:
            context.check(words[2].isdigit() and int(words[2]) in (last[key], last[key] + 1), f"lost: acknowledged {last[key]}, found {line}; {where}")
        elif words[0] == "state":
            context.check(words[1] in ("ready", "missing"), f"{line}; {where}")
        elif words[0] in ("report", "error", "fold-error") and REFUSAL not in line:
            reports.append(f"{line}; {where}")
        elif words[0] == key:
            last[key] = int(words[1])
            count += 1
    context.check(count > 0 or REFUSAL in output, f"a writer has acknowledged nothing: {output[:300]}; {where}")
    return count
