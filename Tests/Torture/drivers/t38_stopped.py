"""A process is stopped at any moment of a write, a flush or a fold, holding its files and locks: others continue."""
import os
import random
import signal
import time

NUMBER, NAME, TARGET = 38, "stopped", "a set beside a stopped process: median <= 1 ms, at most 50 ms"


def run(context):
    generator = random.Random(38)
    rounds = context.count(1_000, 200)
    medians, longest = [], 0
    path = context.fresh() / "settings.json"
    with context.serve(path) as server:
        # One thread writes and flushes, another one writes the document repeatedly.
        other = context.start("write", path, "--key", "other", "--flush", 3, "--fold")
        os.set_blocking(other.stdout.fileno(), False)
        for number in range(rounds):
            other.stdout.read()
            time.sleep(generator.random() * 0.004)
            other.send_signal(signal.SIGSTOP)
            try:
                answer = server.do("times", "k", number * 20 + 1, 20)
            finally:
                other.send_signal(signal.SIGCONT)
            if not context.check(answer.startswith("ok p50 "), f"a set beside a stopped process: {answer}"):
                break
            words = answer.split(" ")
            medians.append(int(words[2]) / 1e6)
            longest = max(longest, int(words[4]) / 1e6)
        other.kill()
        other.stdout.close()
        other.stdin.close()
        other.wait()
        context.check(server.do("flush") == "ok", "cannot flush at the end")
        shown = context.show(path)
        context.check(shown.values.get("k") == rounds * 20, f"the last value is {shown.values.get('k')}, not {rounds * 20}")
        context.check(shown.state == "ready" and not shown.reports, f"at the end: {shown.state} {shown.reports[:2]}")
        server.end()
    context.check(max(medians) <= 1, f"median {max(medians):.2f} ms in the worst round")
    context.check(longest <= 50, f"one set took {longest:.1f} ms")
    return f"{rounds} stops, worst median {max(medians) * 1000:.0f} us, longest {longest:.1f} ms"
