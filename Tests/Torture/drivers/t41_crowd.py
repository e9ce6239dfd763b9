"""Eight processes set one key and their own keys, and add to one number: the sums are exact, and all agree at the
end."""
from concurrent.futures import ThreadPoolExecutor

NUMBER, NAME, TARGET = 41, "crowd", "sums exact, all processes equal at the end"
PROCESSES = 8


def run(context):
    count = context.count(100_000, 3_000)
    sums = context.count(10_000, 300)
    path = context.fresh() / "settings.json"
    servers = [context.serve(path) for _ in range(PROCESSES)]
    try:
        with ThreadPoolExecutor(PROCESSES) as pool:
            for command in ("own", "shared", "add"):
                answers = list(pool.map(lambda place: act(place, command, count, sums), enumerate(servers)))
                context.check(all(answer.startswith("ok") for answer in answers), f"{command}: {answers}")
            list(pool.map(lambda server: server.do("flush"), servers))
        found = context.show(path)
        context.check(found.values.get("sum") == PROCESSES * sums, f"the sum is {found.values.get('sum')}, not {PROCESSES * sums}")
        own = [found.values.get(f"own{number}") for number in range(PROCESSES)]
        context.check(own == [count] * PROCESSES, f"the own keys are {own}")
        context.check(found.values.get("shared") == count, f"the shared key is {found.values.get('shared')}")
        for server in servers:
            server.do("refresh")
            values = {key: server.get(key) for key in found.values}
            context.check(values == found.values, f"a process has {values}, a new one {found.values}")
        context.check(found.state in ("ready", "missing") and not found.reports, f"at the end: {found.state} {found.reports[:2]}")
    finally:
        for server in servers:
            server.end()
    return f"{PROCESSES} processes, {count} sets each of own keys and of one, {sums} additions each"


def act(place, command, count, sums):
    number, server = place
    if command == "own":
        return server.do("sets", f"own{number}", count, 61, timeout=600)
    if command == "shared":
        return server.do("sets", "shared", count, 61, timeout=600)
    return server.do("adds", "sum", sums, timeout=600)
