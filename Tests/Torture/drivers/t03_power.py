"""Power cuts: a loop image is shut down while values are written, and every flushed value must survive."""
import fcntl
import os
import random
import select
import struct
import time

from harness import SIZES, Skip, mounted, need, need_root, system

NUMBER, NAME, TARGET = 3, "power", "0 lost flushed values, 0 unreadable, a prefix is left"
SHUTDOWN = 0x8004587D  # EXT4_IOC_SHUTDOWN, XFS_IOC_GOINGDOWN
FLUSH_JOURNAL, DROP_ALL = 1, 2
SYSTEMS = {
    "ext4": (["mkfs.ext4", "-q", "-F"], "loop"),
    "ext4 writeback": (["mkfs.ext4", "-q", "-F"], "loop,data=writeback,noauto_da_alloc"),
    "xfs": (["mkfs.xfs", "-q", "-f"], "loop"),
}


def image(context, kind, make):
    """A new image of a file system, which a command makes."""
    need_root()
    need(make[0], "mount")
    path = context.folder / f"{kind.replace(' ', '-')}.img"
    with open(path, "wb") as file:
        file.truncate(320 << 20)  # XFS takes no less than 300 MiB
    system(*make, path)
    return path


def available(context):
    """Returns the available kinds of file systems, with an image of each; prints the missing ones."""
    found = {}
    for kind in SYSTEMS:
        try:
            found[kind] = image(context, kind, SYSTEMS[kind][0])
        except Exception as problem:  # a missing tool, no root, or no such file system
            print(f"      skipped: {kind}: {problem}")
    return found


def cut_power(folder, flag):
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.ioctl(descriptor, SHUTDOWN, struct.pack("I", flag))
    finally:
        os.close(descriptor)


def drain(stream, wait=0.0):
    """The output of a process so far."""
    output = b""
    while select.select([stream], [], [], wait)[0]:
        chunk = stream.read1(1 << 16)
        if not chunk:
            break
        output += chunk
        wait = 0.0
    return output


def run(context):
    need_root()
    images = available(context)
    if not images:
        raise Skip("no file system can be made here")
    cycles = context.count(400, 40)
    generator = random.Random(3)
    total = unflushed = 0
    reports = []
    for kind, path in images.items():
        mount = context.folder / "mount"
        last = 0
        folder = "settings-0"
        for cycle in range(cycles // len(images) + 1):
            if cycle % 20 == 0:
                folder, last = f"settings-{cycle}", 0
            flag = (FLUSH_JOURNAL, DROP_ALL)[cycle % 2]
            size = SIZES[cycle % len(SIZES)]
            flush_every = (1, 7)[cycle % 3 == 2]
            where = f"{kind}, cycle {cycle}, flag {flag}, size {size}"
            with mounted(mount, "-o", SYSTEMS[kind][1], path):
                options = ["--spread", 3, "--size", size, "--flush", flush_every] + (["--fold"] if cycle % 4 == 3 else [])
                writer = context.start("write", mount / folder / "settings.json", *options)
                output = b""
                while b"\nk " not in output:
                    chunk = drain(writer.stdout, 20)
                    if not chunk:
                        break
                    output += chunk
                time.sleep(generator.random() * 0.05)
                output += drain(writer.stdout)
                cut_power(mount, flag)
                writer.kill()
                rest = writer.stdout.read()
                writer.wait()
                writer.stdin.close()
                writer.stdout.close()
            acknowledged = [int(line.split(" ")[1]) for line in output.decode().split("\n")[:-1] if line.startswith("k ")]
            context.check(acknowledged, f"nothing was flushed: {where}: {(output + rest)[:300]}")
            problems = [line for line in output.decode().split("\n") if line.startswith(("report", "error", "fold-error"))]
            reports += [f"writer: {where}: {problem}" for problem in problems]
            flushed = max(acknowledged, default=last)
            total += len(acknowledged)
            with mounted(mount, "-o", SYSTEMS[kind][1], path):
                shown = context.show(mount / folder / "settings.json")
                values = sorted(value for key, value in shown.values.items() if key.startswith("k"))
                where = f"{where}, flushed {flushed}: {shown.text[:400]}"
                context.check(shown.state == "ready" or (shown.state == "missing" and values), f"unreadable: {where}")
                reports += [f"{where}: {problem}" for problem in shown.reports]
                if context.check(values and all(isinstance(value, int) for value in values), f"torn or empty: {where}"):
                    if not context.check(values[-1] >= flushed, f"lost: {where}"):
                        context.keep(mount / folder, where)
                    context.check(values == list(range(values[0], values[-1] + 1)), f"no prefix: {where}")
                    unflushed += values[-1] > flushed
                    last = values[-1]
            if len(context.failures) > 20:
                return f"stopped after {cycle} cycles on {kind}"
    context.check(not reports, f"{len(reports)} reports of something wrong, the first: {reports[:1]}")
    return f"{total} flushes on {', '.join(images)}"
