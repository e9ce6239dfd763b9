"""Documents that crash, hang or fool Foundation: a typed error or the right value, soon, in little memory and stack."""
import copy
import os
import struct
import threading
import time

import documents
from examining import Examined
from harness import build

NUMBER, NAME, TARGET = 27, "hostile", "0 crashes, 250 ms, 64 MB over the file, 512 KB stack"

NANOSECONDS = 250_000_000
BYTES = 64_000_000
# Times are those of the processor, but a shared machine slows it too: a slow row is measured again, and the fastest
# attempt counts. A worker that waits for something is killed after a minute.
ATTEMPTS = 8

ERROR = None  # in place of the value of a row that is no document
KEPT = object()  # of one that is a document, and whose entry no value holds


def run(context):
    found = list(rows())
    workers = {"release": context}
    if not context.is_quick:
        workers["debug"] = copy.copy(context)
        workers["debug"].worker = str(build("debug"))
    worst = Worst(context)
    for kind, worker in workers.items():
        worst.base = start(worker, "json", documents.json("1")).end().bytes
        for thread in context.count(["small", "main", "task"], ["small"]):
            for name, extension, data, expected in found:
                document(worker, worst, f"{name} ({extension}, {kind}, {thread})", thread, extension, data, expected)
            no_documents(worker, worst, f"{kind}, {thread}", thread)
            made_by_hand(worker, worst, f"{kind}, {thread}", thread)
        cut_while_open(worker, kind)
    return f"{worst.count} rows, {worst.nanoseconds / 1e6:.0f} ms, {worst.bytes / 1e6:.1f} MB over the file"


class Worst:
    """The maxima over all rows."""

    def __init__(self, context):
        self.context = context
        self.base = 0
        self.count = self.nanoseconds = self.bytes = 0

    def add(self, name, nanoseconds, size):
        self.count += 1
        self.nanoseconds = max(self.nanoseconds, nanoseconds)
        self.bytes = max(self.bytes, size)
        self.context.check(nanoseconds <= NANOSECONDS, f"{name}: took {nanoseconds / 1e6:.0f} ms")
        self.context.check(size <= BYTES, f"{name}: took {size / 1e6:.0f} MB over the file's size")


def start(context, extension, data, thread="small"):
    path = context.fresh() / f"settings.{extension}"
    path.write_bytes(data)
    return Examined(context, path, "--values", "--on", thread)


def document(context, worst, name, thread, extension, data, expected):
    """Checks one row: its state and value, that its bytes are kept, and that a store can write to it."""
    times, sizes = [], []
    for _ in range(ATTEMPTS):
        examined = start(context, extension, data, thread)
        path = examined.path
        is_kept = path.read_bytes() == data
        sizes.append(examined.bytes)
        examined.write()
        if examined.end().code != 0:
            return context.check(False, f"{name}: ended with {examined.code}: {examined.text[:200]}")
        times.append(examined.nanoseconds("opened", "read", of_processor=True))
        if times[-1] <= NANOSECONDS:
            break
    worst.add(name, min(times), min(sizes) - worst.base - len(data))
    context.check(is_kept, f"{name}: its bytes were changed before any write")
    context.check(examined.error is None, f"{name}: cannot be written to: {examined.error}")
    if expected is ERROR:
        context.check(examined.state.startswith("corrupt fileCorrupt"), f"{name}: is {examined.state[:100]}")
        beside = [file for file in path.parent.iterdir() if ".corrupt-" in file.name]
        context.check(len(beside) == 1 and beside[0].read_bytes() == data, f"{name}: its bytes are not kept beside")
    elif expected is KEPT:
        context.check(examined.state == "ready", f"{name}: is {examined.state[:100]}")
    else:
        value = examined.values.get(documents.KEY, "")
        context.check(examined.state == "ready" and value == expected, f"{name}: is {examined.state[:100]}, with {value[:100]}")


def no_documents(context, worst, name, thread):
    """A path that is no file, or a file over the limit, is reported without being read, and never written to."""

    def sparse(path):
        with open(path, "wb") as file:
            file.truncate(20 << 30)

    kinds = {"20 GB of nothing": sparse, "a folder": os.mkdir, "a pipe": os.mkfifo, "a device": lambda path: os.symlink("/dev/zero", path)}
    for kind, make in kinds.items():
        path = context.fresh() / "settings.json"
        make(path)
        examined = Examined(context, path, "--values", "--on", thread)
        size = examined.bytes
        examined.write()
        if context.check(examined.end().code == 0, f"{kind} ({name}): ended with {examined.code}"):
            worst.add(f"{kind} ({name})", examined.nanoseconds("opened", "read", of_processor=True), size - worst.base)
            context.check(examined.state.startswith("unreadable fileUnreadable"), f"{kind} ({name}): is {examined.state[:100]}")
            context.check(examined.error, f"{kind} ({name}): was written to")


def made_by_hand(context, worst, name, thread):
    """Values that a program creates and that nest too deep, without any document."""
    for levels, expected in [(FITTING, "set"), (FITTING + 1, "tooDeep"), (1_000, "tooDeep"), (100_000, "tooDeep"), (1_000_000, "tooDeep")]:
        times = []
        for _ in range(ATTEMPTS):
            examined = Examined(context, context.fresh() / "settings.json", "--nest", levels, "--on", thread).end()
            if examined.code != 0:
                break
            times.append(max(examined.nanoseconds(step, of_processor=True) for step in ("made", "encoded")))
            if times[-1] <= NANOSECONDS:
                break
        if not context.check(examined.code == 0, f"{levels} levels ({name}): ended with {examined.code}"):
            continue
        # The memory isn't checked, because the value itself takes most of it.
        worst.add(f"{levels} levels ({name})", min(times), 0)
        for way in ("nested", "encoded"):
            # The type's own code would overrun any stack at a million levels if nothing stopped it.
            answer = examined.values.get(way, "")
            context.check(answer.split(" ")[0] == expected, f"{levels} levels, {way} ({name}): {answer[:100]}")


def cut_while_open(context, name):
    """Another process truncates the file while it is being read: no part of it is mapped into memory."""
    path = context.fresh() / "settings.json"
    whole = documents.json('"1:8388608:' + "-" * 21 + "b" * ((8 << 20) - 32) + '"')
    path.write_bytes(whole)
    is_done = threading.Event()

    def cut():
        while not is_done.is_set():
            os.truncate(path, 100)
            time.sleep(0.002)
            path.write_bytes(whole)
            time.sleep(0.02)

    with context.serve(path) as server:
        thread = threading.Thread(target=cut)
        thread.start()
        for _ in range(context.count(200, 20)):
            answer = server.do("refresh")
            if not context.check(answer.strip() == "ok", f"a file that shrinks ({name}): {answer}"):
                break
        is_done.set()
        thread.join()
        code = server.end()
    context.check(code == 0, f"a file that shrinks ({name}): ended with {code}")


def rows():
    """Yields name, extension, bytes, and the value as text: each as a setting's value, and as a whole document."""
    for name, text, expected in json_rows():
        text = documents.as_bytes(text)
        yield name, "json", documents.json(text), expected
        yield f"{name}, bare", "json", text, alone(expected, text.startswith(b"{"))
    for name, text, expected in xml_rows():
        yield name, "plist", documents.xml(text), expected
        yield f"{name}, bare", "plist", documents.xml_list(text), alone(expected, text.startswith("<dict>"))
    for name, objects, width, expected in binary_rows():
        yield name, "plist", documents.binary(objects, width), expected
        yield f"{name}, bare", "plist", documents.binary_list(objects, width=width), alone(expected, objects[0][0] >> 4 == 0xD)
    for name, data in other_documents():
        for extension in ("json", "plist"):
            yield name, extension, data, ERROR
    # Too deep for a setting, but not for a document.
    for name, text in (("array", nested("[", FITTING + 1, "1", "]")), ("object", nested('{"a":', FITTING + 1, "1", "}"))):
        yield f"one {name} more than fits", "json", documents.json(text), ERROR
    for name, text in (("array", nested("<array>", FITTING + 1, "", "</array>")), ("dictionary", dictionaries(FITTING + 1))):
        yield f"one {name} more than fits", "plist", documents.xml(text), ERROR
    for name, objects in (("array", binary_arrays(FITTING + 1)), ("dictionary", binary_dictionaries(FITTING + 1))):
        yield f"one {name} more than fits", "plist", documents.binary(objects, 2), ERROR


def alone(expected, is_dictionary):
    """Returns the result for a value as a whole document: only a dictionary is one, and it has no settings."""
    return ERROR if expected is ERROR or not is_dictionary else ""


def nested(opening, levels, value, closing):
    return opening * levels + value + closing * levels


def dictionaries(levels):
    return nested("<dict><key>a</key>", levels, "<string>x</string>", "</dict>")


def binary_arrays(levels, width=2):
    """Returns objects that each hold the next."""
    return [b"\xa1" + documents.reference(number + 1, width) for number in range(levels)] + [documents.binary_text("x")]


def binary_dictionaries(levels):
    """Returns objects that each hold the next, all with the key that comes last."""
    ends = [documents.binary_text("x"), documents.binary_text("a")]
    key = documents.reference(levels + 1, 2)
    return [b"\xd1" + key + documents.reference(number + 1, 2) for number in range(levels)] + ends


# A document has two levels around the value of a setting, and 64 at most.
FITTING = 62


def json_rows():
    for levels in (65, 212, 268, 287, 351, 376, 512, 513, 100_000):
        yield f"{levels} arrays", nested("[", levels, "1", "]"), ERROR
        yield f"{levels} objects", nested('{"a":', levels, "1", "}"), ERROR
    yield f"{FITTING} arrays", nested("[", FITTING, "1", "]"), nested("[", FITTING, "1", "]")
    yield f"{FITTING} objects", nested('{"a":', FITTING, "1", "}"), nested('{"a": ', FITTING, "1", "}")
    yield "a million brackets", "[" * 1_000_000, ERROR
    yield "a fragment", "5", "5"
    yield "a name twice", '{"a":1,"a":2}', ERROR
    yield "a name in two spellings", '{"\u00e9":1,"e\u0301":2}', KEPT
    yield "the least of numbers", "[1e-999]", "[1e-999]"
    yield "an integer beyond doubles", "[9007199254740993]", "[9007199254740993]"
    yield "a trailing comma", "[1,]", "[1]"
    yield "a comment", "[1 /* [ */]", "[1]"
    yield "two commas", "[1,,]", ERROR
    yield "a comment without an end", "[1 /*", ERROR
    yield "a number with an exponent", "[1e2]", "[1e2]"
    for literal in ("NaN", "Infinity", "-Infinity"):
        yield literal, literal, ERROR
    yield "1e999", "1e999", KEPT
    yield "a million digits", "9" * 1_000_000, KEPT
    yield "a million digits of an exponent", "1e" + "9" * 1_000_000, KEPT
    yield "a million zeros of a fraction", f"[0.{'0' * 1_000_000}]", f"[0.{'0' * 1_000_000}]"
    yield "bad UTF-8", b'"\xff\xfe"', ERROR
    yield "an overlong form", b'"\xc0\xaf"', ERROR
    yield "half a surrogate pair", r'"\ud800"', ERROR
    yield "a raw NUL", '"\0"', ERROR
    yield "a text cut off", '"abc', ERROR
    yield "something behind the value", "1}}}", ERROR


def xml_rows():
    for levels in (65, 587, 9_520):
        yield f"{levels} arrays", nested("<array>", levels, "", "</array>"), ERROR
    for levels in (65, 504, 1_000, 8_179):
        yield f"{levels} dictionaries", dictionaries(levels), ERROR
    yield f"{FITTING} arrays", nested("<array>", FITTING, "", "</array>"), nested("[", FITTING, "", "]")
    yield f"{FITTING} dictionaries", dictionaries(FITTING), nested('{"a": ', FITTING, '"x"', "}")
    yield "a key twice", "<dict><key>a</key><true/><key>a</key><true/></dict>", ERROR
    yield "a number beyond doubles", "<real>1e999</real>", KEPT
    yield "no number", "<real>nan</real>", "nan"
    yield "a date that no calendar has", "<date>2024-02-30T25:61:61Z</date>", ERROR
    yield "an archiver's reference", "<dict><key>CF$UID</key><integer>1</integer></dict>", '{"CF$UID": 1}'
    yield "a million digits", f"<integer>{'9' * 1_000_000}</integer>", KEPT
    yield "a million digits of a real", f"<real>{'9' * 1_000_000}</real>", KEPT
    yield "an unknown entity", "<string>&a;</string>", ERROR


def binary_rows():
    text = documents.binary_text("x")
    yield "an array of 2^64 - 1", [b"\xaf\x13" + b"\xff" * 8], 1, ERROR
    yield "an array that holds itself", [b"\xa1\x00"], 1, ERROR
    yield "arrays that hold each other", [b"\xa1\x01", b"\xa1\x00"], 1, ERROR
    yield "a dictionary that holds itself", [b"\xd1\x01\x00", b"\x51a"], 1, ERROR
    yield "2^30 values", [bytes([0xA2, number + 1, number + 1]) for number in range(30)] + [text], 1, ERROR
    for levels in (65, 500, 10_000):
        yield f"{levels} arrays", binary_arrays(levels, 4), 4, ERROR
        yield f"{levels} dictionaries", binary_dictionaries(levels), 2, ERROR
    yield f"{FITTING} arrays", binary_arrays(FITTING), 2, nested("[", FITTING, '"x"', "]")
    yield f"{FITTING} dictionaries", binary_dictionaries(FITTING), 2, nested('{"a": ', FITTING, '"x"', "}")
    yield "a set", [b"\xc1\x01", text], 1, ERROR
    yield "a date that is no number", [b"\xa1\x01", b"\x33" + struct.pack(">d", float("nan"))], 1, ERROR
    yield "a date beyond all calendars", [b"\x33" + struct.pack(">d", 1e300)], 1, "<1e+300 s since 2001>"
    yield "a text of bad bytes", [b"\x51\xff"], 1, ERROR
    yield "half a surrogate pair", [b"\x61\xd8\x00"], 1, ERROR
    yield "a key that is a number", [b"\xd1\x01\x02", b"\x10\x05", b"\x10\x05"], 1, ERROR
    yield "a key twice", [b"\xd2\x01\x01\x02\x02", b"\x51a", b"\x09"], 1, ERROR
    yield "an archiver's reference", [b"\x80\x01"], 1, ERROR
    yield "what looks like one", [b"\xd1\x01\x02", documents.binary_text("CF$UID"), b"\x10\x01"], 1, '{"CF$UID": 1}'


def other_documents():
    yield "nothing", b""
    yield "zeros", bytes(100_000)
    yield "a header alone", b"bplist00"
    yield "a comment without end", b"/* x"
    yield "a list of the old kind", b"{a=1;b=(1,2);}"
    yield "a list of the old kind without braces", b"a=b;c;"
    for encoding in ("utf-16", "utf-16-le", "utf-32"):
        yield encoding, '{"a":1}'.encode(encoding)
    laughs = "".join(f'<!ENTITY {chr(98 + number)} "{f"&{chr(97 + number)};" * 10}">' for number in range(9))
    for name, entities, body in [
        ("a billion laughs", '<!ENTITY a "ha">' + laughs, "&j;"),
        ("an entity", '<!ENTITY a "ha">', "&a;"),
        ("an entity of another file", '<!ENTITY a SYSTEM "file:///etc/hostname">', "&a;"),
    ]:
        yield name, f"<!DOCTYPE plist [{entities}]>".encode() + documents.xml(f"<string>{body}</string>")
