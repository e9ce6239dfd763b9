"""A read-only file is read, writes throw readOnly, and no other file is created."""
import os
import stat
import subprocess

from harness import NOBODY, mounted, need, need_other_user, system

NUMBER, NAME, TARGET = 11, "read-only", "read, .readOnly, nothing made, file untouched"


def run(context):
    need("chattr", "mount")
    need_other_user(context)
    for name in (mounted_read_only, immutable_folder, immutable_file, other_user, other_user_own_folder):
        name(context)
    return "read-only mount, chattr +i (folder, file), other user (2)"


def document(context):
    """Returns a folder that contains nothing but a document, as if written by hand."""
    path = context.fresh() / "settings.json"
    path.write_text('{"com.example.torture": {"k": 1}}\n')
    os.chmod(path.parent, 0o755)
    os.chmod(path, 0o644)
    return path


def judge(context, path, where, before=(), edit=None):
    here = sorted(os.listdir(path.parent))
    old = path.read_bytes()
    with context.serve(path, before=before) as server:
        context.check(server.get("k") == 1, f"{where}: reads {server.get('k')}")
        server.do("observe", "k")
        answer = server.do("set", "k", 2)
        context.check(answer.startswith("error readOnly"), f"{where}: a set answered: {answer}")
        context.check(sorted(os.listdir(path.parent)) == here, f"{where}: made {set(os.listdir(path.parent)) - set(here)}")
        context.check(server.do("writable", "k") == "ok false", f"{where}: says after a refused write that it is writable")
        if edit:
            edit(b'{"com.example.torture": {"k": 7}}\n')
            context.check(server.wait(2, lambda line: line.startswith("change") and " 7 " in line), f"{where}: an edit is not noticed")
            edit(old)
        server.end()
    context.check(path.read_bytes() == old, f"{where}: the document was changed")
    context.check(sorted(os.listdir(path.parent)) == here, f"{where}: left {set(os.listdir(path.parent)) - set(here)}")


def mounted_read_only(context):
    path = document(context)
    with mounted(context.fresh(), "--bind", path.parent) as folder:
        system("mount", "-o", "remount,bind,ro", folder)
        # inotify reports changes through the other mount, because the inode is the same.
        judge(context, folder / path.name, "read-only mount", edit=path.write_bytes)


def immutable_folder(context):
    path = document(context)
    if subprocess.run(["chattr", "+i", path, path.parent], capture_output=True).returncode:
        return print("      skipped: chattr +i does not work here")
    try:
        judge(context, path, "chattr +i on file and folder")
    finally:
        system("chattr", "-i", path, path.parent)


def immutable_file(context):
    path = document(context)
    if subprocess.run(["chattr", "+i", path], capture_output=True).returncode:
        return None
    try:
        judge(context, path, "chattr +i on the file alone")
    finally:
        system("chattr", "-i", path)


def other_user(context):
    path = document(context)
    judge(context, path, "another user's file and folder", before=NOBODY, edit=path.write_bytes)
    # The same with a journal that is read-only too.
    path = document(context)
    with context.serve(path) as server:
        server.do("set", "k", 5)
        here = sorted(os.listdir(path.parent))
        with context.serve(path, before=NOBODY) as reader:
            context.check(reader.get("k") == 5, f"another user's journal: reads {reader.get('k')}")
            reader.do("observe", "k")
            for number in range(6, 40):
                server.do("set", "k", number)
                if number % 10 == 0:
                    server.do("fold")
            context.check(reader.wait(2, lambda line: " 39 " in line), f"another user's journal: does not follow {reader.events[-3:]}")
            context.check(reader.do("set", "k", 2).startswith("error readOnly"), "another user's journal: a set is not refused")
            reader.end()
        context.check(set(here) <= set(os.listdir(path.parent)), "files are gone")
        server.end()


def other_user_own_folder(context):
    """A file whose mode is read-only, in a folder that its owner may write to."""
    path = document(context)
    os.chmod(path, 0o444)
    os.chown(path, 65534, 65534)
    os.chown(path.parent, 65534, 65534)
    judge(context, path, "0444 in a writable folder", before=NOBODY)
    context.check(stat.S_IMODE(path.stat().st_mode) == 0o444, "0444 in a writable folder: mode changed")
