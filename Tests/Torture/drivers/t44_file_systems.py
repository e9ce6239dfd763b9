"""Processes share a file on each file system that can be made here: nothing is lost, and edits are noticed."""
import contextlib
import random
from pathlib import Path

import t01_kill
import t03_power
import t14_processes
import t20_changes
from harness import Context, Skip, mounted, need, need_root

NUMBER, NAME, TARGET = 44, "file-systems", "0 lost, sums exact, edits noticed, all there when mounted again"
# The command that makes an image, and the arguments that mount it.
IMAGES = {
    "ext2": (["mkfs.ext2", "-q", "-F"], ["-o", "loop"]),
    "ext3": (["mkfs.ext3", "-q", "-F"], ["-o", "loop"]),
    **{kind: (t03_power.SYSTEMS[kind][0], ["-o", t03_power.SYSTEMS[kind][1]]) for kind in ("ext4", "xfs")},
    "btrfs": (["mkfs.btrfs", "-q", "-f"], ["-o", "loop"]),
    "btrfs, compressed": (["mkfs.btrfs", "-q", "-f"], ["-o", "loop,compress-force=zstd"]),
    "FAT": (["mkfs.vfat"], ["-o", "loop"]),
    "exFAT": (["mkfs.exfat"], ["-t", "exfat-fuse", "-o", "loop"]),
    "NTFS": (["mkfs.ntfs", "-q", "-F", "-f"], ["-t", "ntfs-3g"]),
}
SFTP = ("/usr/lib/openssh/sftp-server", "/usr/libexec/openssh/sftp-server", "/usr/lib/ssh/sftp-server")
EDITS = (t20_changes.in_place, t20_changes.by_renaming)


def tmpfs(context):
    return ["-t", "tmpfs", "tmpfs"]


def overlay(context):
    lower, upper, work = (context.fresh() for _ in range(3))
    return ["-t", "overlay", "-o", f"lowerdir={lower},upperdir={upper},workdir={work}", "overlay"]


def bindfs(context):
    need("bindfs")
    return ["-t", "fuse.bindfs", context.fresh()]


def sshfs(context):
    """A mount by the server of SFTP alone: no connection and no key is needed."""
    need("sshfs")
    server = next((path for path in SFTP if Path(path).exists()), None)
    if server is None:
        raise Skip("needs sftp-server, which is not here")
    command = context.fresh() / "ssh"
    command.write_text(f"#!/bin/sh\nexec {server}\n")
    command.chmod(0o700)
    return ["-t", "fuse.sshfs", "-o", f"ssh_command={command}", f"localhost:{context.fresh()}"]


FOLDERS = (tmpfs, overlay, bindfs, sshfs)


def run(context):
    need_root()
    count = 0
    for kind, (make, options) in IMAGES.items():
        with skipping(kind):
            arguments = [*options, t03_power.image(context, kind, make)]
            with mounted(context.folder / "mount", *arguments) as folder:
                before = share(context, kind, folder)
            with mounted(context.folder / "mount", *arguments) as folder:
                after = values(context, folder)
            context.check(after == before, f"{kind}: mounted again, {differences(before, after)}")
            count += 1
    for way in FOLDERS:
        with skipping(way.__name__):
            with mounted(context.folder / "mount", *way(context)) as folder:
                share(context, way.__name__, folder)
            count += 1
    if not count:
        raise Skip("no file system can be made here")
    return f"{count} file systems of {len(IMAGES) + len(FOLDERS)}"


@contextlib.contextmanager
def skipping(kind):
    """Prints the reason why a file system can't be made here."""
    try:
        yield
    except Skip as reason:
        print(f"      skipped: {kind}: {str(reason).splitlines()[0]}")


class Inside(Context):
    """The environment of a test in a mounted folder, in which no process stays behind."""

    def __enter__(self):
        self.started = []
        return self

    def start(self, *arguments, **options):
        self.started.append(super().start(*arguments, **options))
        return self.started[-1]

    def __exit__(self, *_):
        for process in self.started:
            process.kill()
            process.wait()


def share(context, kind, folder):
    """Lets processes write, be killed and follow edits in a folder, and returns all values there."""
    with Inside(context.worker, context.is_quick, folder) as inside:
        t14_processes.write_together(
            inside, inside.fresh() / "settings.json", 3, context.count(2_000, 100), context.count(3_000, 150))
        kill(inside, inside.fresh() / "settings.json", context.count(100, 5))
        t20_changes.editors(inside, EDITS, context.count(20, 5))
    context.failures += [f"{kind}: {failure}" for failure in inside.failures]
    return values(context, folder)


def kill(context, path, cycles):
    """Kills two processes while they write: the next ones find what these have acknowledged."""
    generator, last, reports = random.Random(44), {}, []
    for cycle in range(cycles):
        writers = {key: context.start("write", path, "--key", key, "--size", 777) for key in ("a", "b")}
        for key, output in t01_kill.kill_all(writers, generator).items():
            t01_kill.judge(context, key, output, last, f"kill {cycle}", reports)
    found = context.show(path)
    for key, number in last.items():
        context.check(found.values.get(key, -1) in (number, number + 1), f"lost: {key} {number}; {found.text[:200]}")
    context.check(not reports, f"{len(reports)} reports after kills, the first: {reports[:1]}")


def values(context, folder):
    """Returns the values in all files of a folder."""
    return {path.parent.name: context.show(path).values for path in sorted(folder.glob("*/settings.json"))}


def differences(before, after):
    """Returns the first values that differ."""
    found = [
        f"{file} {key} was {before.get(file, {}).get(key)} and is {after.get(file, {}).get(key)}"
        for file in sorted({*before, *after})
        for key in sorted({*before.get(file, {}), *after.get(file, {})})
        if before.get(file, {}).get(key) != after.get(file, {}).get(key)
    ]
    return f"{len(found)} values differ: {found[:3]}"
