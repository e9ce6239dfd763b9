"""Two, then four processes set their own keys and then add to one number: no key is missing, and the sum is exact."""
from concurrent.futures import ThreadPoolExecutor

from harness import Skip
from tracing import Trace

NUMBER, NAME, TARGET = 14, "processes", "all keys present, counter exact"
KEYS, SUM = 2_000, 6_000
# No inotify instance is left, so the process isn't notified of the writes of others.
SLOW_AND_DEAF = ["trace=fsync,inotify_init1", "inject=fsync:delay_enter=300000", "inject=inotify_init1:error=EMFILE"]


def run(context):
    beside_a_fold(context)
    for count in (2, 4):
        write_together(context, context.fresh() / "settings.json", count)
    return f"{KEYS} keys and {SUM // 2} additions each of 2, then of 4"


def write_together(context, path, count, keys=KEYS, additions=SUM):
    """Several processes set their own keys and then add to one number."""
    writers = [
        # Two of them also write the document repeatedly.
        context.start("fill", path, "--key", f"p{number}-", "--count", keys, *(["--fold"] if number < 2 else []))
        for number in range(count)
    ]
    finish(context, writers, f"{count} writers")
    shown = context.show(path)
    missing = [f"p{n}-{k}" for n in range(count) for k in range(keys) if shown.values.get(f"p{n}-{k}") != k + 1]
    problem = f"{len(missing)} of {count * keys} keys are missing or wrong: {missing[:5]}"
    context.check(not missing, f"{count} processes: {problem}")
    context.check(shown.state == "ready" and not shown.reports, f"{count} processes: {shown.state} {shown.reports[:2]}")
    adders = [
        context.start("increment", path, "--key", "sum", "--count", additions // count, *fold)
        for fold in (["--fold"], *[[]] * (count - 1))
    ]
    outputs = finish(context, adders, f"{count} adders")
    lines = [line for output in outputs for line in output.splitlines()]
    sums = sorted(int(line.split(" ")[1]) for line in lines if line.startswith("sum "))
    problem = f"{len(sums)} sums, {len(set(sums))} different, up to {max(sums, default=0)}"
    context.check(sums == list(range(1, additions + 1)), f"{count} processes: {problem}")
    found = context.show(path).values.get("sum")
    context.check(found == additions, f"{count} processes: the sum is {found} and not {additions}")


def beside_a_fold(context):
    """One process writes while another writes the document; a slow disk prolongs the fold."""
    path = context.fresh() / "settings.json"
    try:
        trace = Trace(context, path, expressions=SLOW_AND_DEAF)
    except Skip as reason:
        return print(f"      skipped: beside a fold: {reason}")
    with trace.server as folding, context.serve(path) as other:
        for round in range(3):
            folding.do("set", "a", round)
            folding.send("fold")
            numbers = range(round * 10 + 1, round * 10 + 11)
            for number in numbers:
                context.check(other.do("set", "b", number) == "ok", "cannot write beside a fold")
            answer = folding._answer(30)
            context.check(answer == "ok", f"the fold answered: {answer}")
            context.check(other.do("set", "c", round) == "ok", "cannot write after a fold")
            found = context.show(path).values
            expected = {"a": round, "b": numbers[-1], "c": round}
            context.check(found == expected, f"lost beside a fold: acknowledged {expected}, found {found}")
        answer = other.do("fold")
        context.check(answer == "ok", f"the other process cannot write the document after that: {answer}")
        folding.end()
        other.end()


def finish(context, processes, where):
    """Waits for the processes, and returns their output."""
    with ThreadPoolExecutor(len(processes)) as pool:
        outputs = [output.decode(errors="replace") for output, _ in pool.map(lambda one: one.communicate(timeout=180), processes)]
    for process, output in zip(processes, outputs):
        problems = [line for line in output.splitlines() if line.startswith(("report", "error", "fold-error", "state unreadable"))]
        context.check(not problems, f"{where}: {len(problems)} problems: {problems[:2]}")
        context.check(process.returncode == 0, f"{where}: exit code {process.returncode}")
    return outputs
