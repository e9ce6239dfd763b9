"""kill -9 during transactions over a store that wraps the file store: all or nothing, none that returned is lost."""
import random
import select
import time

NUMBER, NAME, TARGET = 46, "sealed", "0 torn, 0 lost"


def run(context):
    cycles = context.count(1_000, 60)
    generator = random.Random(46)
    path = context.fresh() / "settings.json"
    acknowledged = done = 0
    for cycle in range(cycles):
        writer = context.start("transact", path)
        output = until_done(writer)
        time.sleep(generator.random() * 0.004)
        writer.kill()
        output += writer.stdout.read()
        writer.wait()
        writer.stdin.close()
        writer.stdout.close()
        numbers = [int(line.split(b" ")[1]) for line in output.split(b"\n")[:-1] if line.startswith(b"done ")]
        acknowledged = numbers[-1] if numbers else acknowledged
        done += len(numbers)
        values = context.run("transact", path, "--count", 0).stdout.split()[1:4]
        where = f"cycle {cycle}: {values} after {acknowledged}"
        context.check(len(values) == 3 and len(set(values)) == 1, f"torn in {where}")
        context.check(values[:1] in ([str(acknowledged)], [str(acknowledged + 1)]), f"lost in {where}")
        if values:
            acknowledged = int(values[0])
        if len(context.failures) >= 20:
            break
    context.check(done > cycles, f"only {done} transactions returned, so the test is blind")
    return f"{cycles} kills, {done} transactions"


def until_done(writer):
    """Returns the output of a writer up to its first transaction."""
    output = b""
    while b"\ndone " not in output:
        ready, _, _ = select.select([writer.stdout], [], [], 20)
        chunk = writer.stdout.read1(1 << 16) if ready else b""
        if not chunk:
            break
        output += chunk
    return output
