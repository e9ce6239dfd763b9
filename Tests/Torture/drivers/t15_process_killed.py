"""Several processes write while one is killed every 20 ms: no acknowledged value is lost, and no wait is long."""
import fcntl
import threading
import time

from harness import names

NUMBER, NAME, TARGET = 15, "process-killed", "0 lost, counter exact but for kills, waits < 20 s"


def run(context):
    kills = context.count(200, 60)
    path = context.fresh() / "settings.json"
    survivors = [
        Survivor(context.start("increment", path, "--key", "sum", *(["--fold"] if number == 0 else []))) for number in range(2)
    ]
    last, sums, problems, late = 0, [], [], 0
    size = 5003
    for number in range(kills):
        victim = context.start("write", path, "--key", "victim", "--size", size, *(["--fold"] if number % 3 == 0 else []))
        begin = time.monotonic()
        output = b""
        while b"\nvictim " not in output:
            chunk = victim.stdout.read1(1 << 16)
            if not chunk:
                break
            output += chunk
        late = max(late, time.monotonic() - begin)
        time.sleep(0.02)
        victim.kill()
        output += victim.stdout.read()
        victim.wait()
        victim.stdin.close()
        victim.stdout.close()
        for line in output.decode(errors="replace").split("\n")[:-1]:
            words = line.split(" ")
            if words[0] == "have" and last:
                context.check(words[2].isdigit() and (int(words[2]) in (last, last + 1) or int(words[2]) > last and problems), f"lost, kill {number}: acknowledged {last}, found {words[2]}")
            elif words[0] == "victim":
                last = int(words[1])
            elif words[0] in ("report", "error", "fold-error") or (words[0] == "state" and words[1] not in ("ready", "missing")):
                problems.append(f"kill {number}: {line}")
        # A process that adds is also killed and started again.
        if number % 5 == 4:
            sums.append(survivors[1].stop(kills=True))
            survivors[1] = Survivor(context.start("increment", path, "--key", "sum"))
        if len(context.failures) > 10:
            break
    sums += [survivor.stop(kills=True) for survivor in survivors]
    found = context.show(path)
    acknowledged = sorted(value for part in sums for value in part[0])
    problems += [line for part in sums for line in part[1]]
    late = max(late, *(part[2] for part in sums))
    # A writer acknowledges nothing after a report of unsaved values, so the file may hold more than it acknowledged.
    context.check(not problems, f"{len(problems)} problems: {problems[:3]}")
    context.check(len(set(acknowledged)) == len(acknowledged), f"{len(acknowledged) - len(set(acknowledged))} sums were made twice")
    total = found.values.get("sum", 0)
    # Each kill may have hit an addition that was made and not yet printed.
    context.check(isinstance(total, int) and len(acknowledged) <= total <= len(acknowledged) + len(sums), f"sum {total}, of which {len(acknowledged)} were printed, with {len(sums)} kills of adders")
    context.check(found.values.get("victim", 0) in (last, last + 1) or problems and found.values.get("victim", 0) > last, f"lost: acknowledged {last} at the end, found {found.values.get('victim')}")
    # The start of a process counts too, and the time that a busy machine gives to other processes. A process that waits
    # for a killed one would wait until the end of the test.
    context.check(late < 20, f"a process waited {late:.2f} s")
    context.check(found.state == "ready" and not found.reports, f"at the end: {found.state} {found.reports[:2]}")
    stuck(context)
    return f"{kills} kills, sum {total}, {last} values, longest wait {late * 1000:.0f} ms"


def stuck(context):
    """One process was killed within a record, and another is stopped that may write the document: other processes
    wait for neither, and keep the bytes of both."""
    path = context.fresh() / "settings.json"
    with context.serve(path) as server:
        server.do("set", "k", 1)
        journal = names(path)["journal"]
        with open(journal, "ab", buffering=0) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            length = journal.stat().st_size + file.write(journal.read_bytes()[72:90])
            server.do("refresh")
            context.check(journal.stat().st_size == length, "what another process is writing was cut")
            # Other work of the machine delays some of the attempts.
            times = []
            for number in range(1, 11):
                begin = time.monotonic()
                context.check(server.do("set", "k", number + 1) == "ok", "cannot write behind half a record")
                context.check(server.do("increment", "n") == f"ok {number}", "cannot add behind half a record")
                times.append(time.monotonic() - begin)
            context.check(min(times) < 0.1, f"a set and an addition behind half a record take {min(times):.3f} s")
            context.check(server.do("flush") == "ok", "cannot flush behind half a record")
            context.check(context.show(path).values == {"k": 11, "n": 10}, f"behind half a record: {context.show(path).text[:200]}")
        server.end()


class Survivor:
    """A process that keeps running while its output is read."""

    def __init__(self, process):
        self.process = process
        self.sums = []
        self.problems = []
        self.longest = 0.0
        self.thread = threading.Thread(target=self.read)
        self.thread.start()

    def read(self):
        last = time.monotonic()
        for line in self.process.stdout:
            text = line.decode(errors="replace").rstrip()
            if text.startswith("sum "):
                now = time.monotonic()
                self.longest = max(self.longest, now - last)
                last = now
                if line.endswith(b"\n"):
                    self.sums.append(int(text.split(" ")[1]))
            elif not text.startswith("have") and text not in ("state ready", "state missing"):
                self.problems.append(text)

    def stop(self, kills):
        self.process.kill()
        self.thread.join()
        self.process.wait()
        self.process.stdin.close()
        return self.sums, self.problems, self.longest
