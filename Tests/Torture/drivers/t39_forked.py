"""A process with the file open forks without exec: both processes add to one number."""

NUMBER, NAME, TARGET = 39, "forked", "0 additions lost"


def run(context):
    lost = 0
    rounds, count = context.count(1_000, 100), 3_000
    for _ in range(rounds):
        path = context.fresh() / "settings.json"
        with context.serve(path) as server:
            server.do("set", "k", 1)
            answer = server.do("fork", "sum", count)
            context.check(answer == "ok 0", f"fork: {answer}")
            server.do("refresh")
            found = server.get("sum")
            shown = context.show(path).values.get("sum")
            lost += 2 * count - shown if isinstance(shown, int) else 2 * count
            context.check(found == shown == 2 * count, f"of {2 * count} additions, the parent has {found}, a new process {shown}")
            server.end()
    return f"{lost} of {rounds * 2 * count} additions lost"
