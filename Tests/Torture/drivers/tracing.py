"""Runs a worker under strace: the calls of each command, and calls that fail or take long."""
import re
import subprocess
import time

from harness import Skip, need

IGNORED = {"futex", "write", "restart_syscall", "sched_yield", "mmap", "munmap", "madvise", "brk", "mprotect", "epoll_wait",
           "epoll_pwait", "rt_sigprocmask", "rt_sigreturn", "exit", "clone", "clone3", "epoll_ctl", "timerfd_settime",
           "timerfd_create", "eventfd2", "prctl", "set_robust_list", "rseq", "sched_getaffinity", "getrandom"}


class Trace:
    """A worker under strace."""

    def __init__(self, context, *paths, expressions=(), before=()):
        need("strace")
        if subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode:
            raise Skip("strace isn't permitted here")
        self.log = context.fresh() / "trace"
        command = ["strace", "-f", "-o", str(self.log)]
        for expression in expressions:
            command += ["-e", expression]
        self.server = context.serve(*paths, before=[*before, *command])

    def lines(self):
        """Returns complete lines of the trace, with interrupted calls joined."""
        pending = {}
        found = []
        for line in self.log.read_text(errors="replace").splitlines():
            thread, _, call = line.partition(" ")
            call = call.strip()
            if call.endswith("<unfinished ...>"):
                pending[thread] = call[: -len("<unfinished ...>")]
            elif match := re.match(r"<\.\.\. \w+ resumed>(.*)", call):
                found.append((thread, pending.pop(thread, "") + match.group(1)))
            else:
                found.append((thread, call))
        return found

    def calls(self, *command):
        """Returns the calls of the main thread for a command, without those for memory and thread synchronization."""
        before = len(self.lines())
        answer = self.server.do(*command)
        time.sleep(0.02)
        lines = self.lines()[before:]
        main = lines[0][0] if lines else ""
        main = str(min(int(thread) for thread, _ in self.lines()))
        # Excludes the read of the command and the write of its answer; the previous read may appear late in the trace.
        calls = [call.split("(")[0] for thread, call in lines if thread == main and not call.startswith("read(0,")]
        calls = [call for call in calls if call not in IGNORED]
        return answer, [call for call in calls if re.match(r"^[a-z]", call)]
