"""Permissions: new files are accessible to the owner alone from the start, and existing files keep theirs."""
import os
import re
import stat
import struct
import time
from pathlib import Path

from tracing import Trace

NUMBER, NAME, TARGET = 30, "permissions", "0600 and 0700 at once, mode, owner, ACL, attributes survive"


def mode(path):
    return stat.S_IMODE(os.lstat(path).st_mode)


def run(context):
    for mask in (0o000, 0o077):
        new_files(context, mask)
    for permissions in (0o644, 0o640, 0o600):
        existing(context, permissions)
    quarantine(context)
    return "umask 000 and 077; 100 saves of 0644, 0640, 0600"


def new_files(context, mask):
    path = context.fresh() / "one" / "two" / "settings.json"
    trace = Trace(context, path, expressions=["trace=openat,open,creat,mkdir,mkdirat,fchmod,chmod,umask"], before=["sh", "-c", f'umask {mask:03o}; exec "$@"', "sh"])
    with trace.server as server:
        server.do("set", "k", 1)
        server.do("fold")
        server.do("set", "k", 2)
        server.do("fold")
        server.end()
    for name in os.listdir(path.parent):
        context.check(mode(path.parent / name) == 0o600, f"umask {mask:03o}: {name} has {mode(path.parent / name):o}")
    for folder in (path.parent, path.parent.parent):
        context.check(mode(folder) == 0o700, f"umask {mask:03o}: folder {folder.name} has {mode(folder):o}")
    made = 0
    for _, call in trace.lines():
        if "O_CREAT" in call:
            made += 1
            context.check(call.split(")")[0].rstrip().endswith("0600") and "O_NOFOLLOW" in call and "O_CLOEXEC" in call, f"umask {mask:03o}: {call}")
            context.check("O_EXCL" in call, f"umask {mask:03o}: not made alone: {call}")
        elif call.startswith("mkdir"):
            context.check("0700" in call, f"umask {mask:03o}: {call}")
        elif call.startswith("umask"):
            context.check(False, f"the library changes the umask: {call}")
    context.check(made > 3, f"umask {mask:03o}: saw only {made} files being made")


def existing(context, permissions):
    path = context.fresh() / "settings.json"
    path.write_text("{}")
    os.chmod(path, permissions)
    owner = (65534, 65534) if os.geteuid() == 0 else (os.getuid(), os.getgid())
    os.chown(path, *owner)
    entry = struct.pack("<I", 2) + b"".join(
        struct.pack("<HHI", tag, rights, number)
        for tag, rights, number in [(1, 6, 0xFFFFFFFF), (2, 4, 12345), (4, 0, 0xFFFFFFFF), (16, 4, 0xFFFFFFFF), (32, 0, 0xFFFFFFFF)]
    )
    has_list = has_attribute = False
    if permissions == 0o640:
        try:
            os.setxattr(path, "user.note", b"kept")
            has_attribute = True
            os.setxattr(path, "system.posix_acl_access", entry)
            has_list = True
        except OSError as error:
            print(f"      skipped: attributes: {error}")
    expected = mode(path)
    with context.serve(path) as server:
        for number in range(1, 101):
            server.do("set", "k", number)
            server.do("fold")
        beside = {name: mode(path.parent / name) for name in os.listdir(path.parent)}
        server.end()
    context.check('"100:' in path.read_text(), "100 saves have not reached the document")
    context.check(mode(path) == expected, f"{expected:o} has become {mode(path):o}")
    status = path.stat()
    context.check((status.st_uid, status.st_gid) == owner, f"the owner {owner} has become {(status.st_uid, status.st_gid)}")
    for name, found in beside.items():
        context.check(found & ~expected & 0o777 == 0, f"{name} has {found:o} beside {expected:o}")
    if has_attribute:
        context.check("user.note" in os.listxattr(path), "an extended attribute of the document is gone")
    if has_list:
        context.check("system.posix_acl_access" in os.listxattr(path), "the access list of the document is gone")


def quarantine(context):
    path = context.fresh() / "settings.json"
    path.write_text('{"com.example.torture": {"k": ')
    os.chmod(path, 0o600)
    with context.serve(path) as server:
        context.check(server.do("state").startswith("ok corrupt"), f"a broken document: {server.do('state')}")
        context.check(server.do("set", "k", 1) == "ok" and server.do("fold") == "ok", "a broken document: cannot write")
        server.end()
    kept = [name for name in os.listdir(path.parent) if ".corrupt-" in name]
    context.check(len(kept) == 1 and (path.parent / kept[0]).read_text().endswith('{"k": '), f"the broken document is kept as {kept}")
    context.check(kept and mode(path.parent / kept[0]) == 0o600, "the broken document is kept for all to see")
    # The same for a journal.
    path = context.fresh() / "settings.json"
    path.write_text('{"com.example.torture": {"k": 3}}')
    journal = path.parent / f".{path.name}.journal"
    journal.write_bytes(b"what used to be a journal, and may be saved by somebody")
    os.chmod(journal, 0o600)
    with context.serve(path) as server:
        context.check(server.get("k") == 3, "a broken journal: the document is not read")
        server.do("set", "k", 4)
        server.do("fold")
        server.end()
    kept = [file for file in path.parent.iterdir() if file.is_file() and b"used to be" in file.read_bytes()]
    context.check(len(kept) == 1, "a broken journal was destroyed by the next write")
