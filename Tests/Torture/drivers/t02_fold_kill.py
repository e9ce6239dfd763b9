"""The process dies before each call that changes a file, while the document is being written."""
import os

from harness import shim, temporaries

NUMBER, NAME, TARGET = 2, "fold-kill", "whole at every call, 0 temporary files after"
SCRIPT = [("set", "a", 2), ("set", "b", 2, 5003), ("fold",), ("set", "a", 3), ("flush",), ("remove", "c"), ("fold",)]


def run(context):
    library = shim(context)
    killed = cut = 0
    for number in range(1, 400):
        path = context.fresh() / "settings.json"
        with context.serve(path) as server:
            for command in [("set", "a", 1), ("set", "b", 1), ("set", "c", 1), ("fold",)]:
                server.do(*command)
            server.end()
        arm = path.parent / "arm"
        state, ended = play(context, path, arm, {"LD_PRELOAD": library, "FAULT_AT": str(number), "FAULT_ARM": str(arm)})
        if ended:
            break
        killed += 1
        shown = context.show(path)
        where = f"call {number}: {shown.text[:300]}"
        good = any(all(shown.values.get(key, None) == value for key, value in option.items()) for option in state)
        context.check(good, f"expected one of {state}; {where}")
        context.check(shown.state == "ready" and not shown.reports, where)
        # The next program that writes continues and cleans up.
        with context.serve(path) as server:
            context.check(server.do("set", "z", number) == "ok", f"cannot go on: {where}")
            context.check(server.do("fold") == "ok", f"cannot write the document: {where}")
            server.end()
        left = temporaries(path.parent)
        context.check(not left, f"{left} after the next write; {where}")
        cut += context.show(path).values.get("z") != number
    context.check(killed > 20, f"only {killed} calls were met")
    context.check(cut == 0, f"{cut} later writes were lost")
    return f"{killed} calls, each with the process killed before it"


def play(context, path, arm, environment):
    """Runs the script; returns the states that are valid afterwards, and whether it completed."""
    before = {"a": 1, "b": 1, "c": 1}
    with context.serve(path, env={**os.environ, **environment}) as server:
        arm.touch()
        for command in SCRIPT:
            after = dict(before)
            if command[0] == "set":
                after[command[1]] = command[2]
            elif command[0] == "remove":
                after[command[1]] = None
            if not server.do(*command).startswith("ok"):
                return [before, after], False
            before = after
        # The document is written at exit if it is out of date.
        code = server.end()
        return [before], code == 0
