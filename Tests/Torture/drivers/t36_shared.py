"""Threads of one process read and replace the value of one record, in optimized code: each value is complete."""
NUMBER, NAME, TARGET = 36, "shared", "0 torn, no crash"
TYPES = ["String", "Array<Int>", "Sheet"]


def run(context):
    count = context.count(2_000_000, 400_000)
    path = context.fresh() / "settings.json"
    result = context.run("share", path, "--count", count)
    lines = result.stdout.splitlines()
    context.check(result.returncode == 0, f"exit {result.returncode}: {(result.stdout + result.stderr)[-300:]}")
    shared = dict(line.split(" whole ") for line in lines if line.startswith("shared "))
    context.check(len(shared) == len(TYPES), f"{len(shared)} types of {len(TYPES)} were shared")
    figures = []
    for name, figure in shared.items():
        whole, torn = map(int, figure.split(" torn "))
        context.check(torn == 0, f"{name}: {torn} torn")
        context.check(whole > 0, f"{name}: nothing was read, so the test is blind")
        figures.append(f"{name.removeprefix('shared ')} {whole}")
    problems = [line for line in lines if line.startswith("report")]
    context.check(not problems, f"{len(problems)} reports: {problems[:2]}")
    return "whole values: " + ", ".join(figures)
