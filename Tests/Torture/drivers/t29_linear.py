"""The cost of a document is linear in its size, for any contents, complete or truncated, and for similar keys."""
import os
from statistics import median

import documents
from examining import Examined

NUMBER, NAME, TARGET = 29, "linear", "<= 3 times for each doubling; 200,000 keys < 10 s"

# Quadratic cost is 4 times as much. On some machines, the cost grows a little faster than the size where a document
# doesn't fit into a cache any more.
RATIO = 3.0
# Other load on the machine changes CPU times by a factor of two and more for seconds, because it takes the caches. So
# the sizes are measured one after another, each is compared with the one measured just before it, and the median of the
# factors counts, or the factor of the fastest times if that's smaller. If one seems too slow, all are measured again.
LEAST_ATTEMPTS, ATTEMPTS = 3, 15
# The C library keeps freed blocks of up to 32 MiB, and returns longer ones to the system, which clears their pages again
# for the next block. Dictionaries reach that size at one step only, so it returns all long blocks here.
ENVIRONMENT = {**os.environ, "GLIBC_TUNABLES": "glibc.malloc.mmap_threshold=131072"}

# Quadratic cost of so many keys would take minutes.
NANOSECONDS = 10_000_000_000
PREFIX = "com.example.settings.with.one.beginning."


def run(context):
    sizes = context.count([1, 2, 4, 8, 16], [1, 2, 4])
    worst = (0, "")
    for name, (extension, make, expected) in NATURES.items():
        worst = max(worst, (nature(context, name, sizes, extension, make, expected), name))
    slowest = max(colliding(context, extension, make) for extension, make in COLLIDING)
    return f"{worst[0]:.2f} times ({worst[1]}) of {len(NATURES)}; 200,000 keys {slowest / 1e6:.0f} ms"


def nature(context, name, sizes, extension, make, expected):
    """The largest factor by which reading or writing may take longer for twice the size."""
    path = context.fresh() / f"settings.{extension}"
    # With the spaces between its values, a document of 16 MiB grows too large to be written.
    largest_written = context.count(8, 2)
    found = {size: make(size << 20) for size in sizes}
    factors, fastest = {}, {}
    for attempt in range(1, ATTEMPTS + 1):
        half = {}
        for size, (data, count) in found.items():
            times = measure(context, f"{size} MiB of {name}", path, size, data, count, expected, size <= largest_written)
            for kind in times:
                fastest[kind, size] = min(times[kind], fastest.get((kind, size), times[kind]))
                if kind in half:
                    factors.setdefault((kind, size), []).append(times[kind] / half[kind])
            half = times
        growth = {
            (kind, size): min(median(found_factors), fastest[kind, size] / fastest[kind, size // 2])
            for (kind, size), found_factors in factors.items()
        }
        if not context.check(growth, f"{name}: nothing was measured"):
            return float("inf")
        if attempt >= LEAST_ATTEMPTS and max(growth.values()) <= RATIO:
            break
    for (kind, size), ratio in growth.items():
        context.check(ratio <= RATIO, f"{size} MiB of {name}: {kind} in {ratio:.2f} times what half of it takes")
    return max(growth.values())


def measure(context, name, path, size, data, count, expected, is_written):
    """Returns the CPU time for reading a document, and for writing it."""
    context.check(0.99 * (size << 20) < len(data) <= size << 20, f"{name}: has {len(data)} bytes")
    path.write_bytes(data)
    examined = Examined(context, path, env=ENVIRONMENT)
    if is_written:
        examined.write()
    examined.end()
    for file in path.parent.iterdir():
        file.unlink()
    # A document that is refused at its start takes no time, which would make the test meaningless.
    is_right = examined.state.startswith(expected) and examined.count == count and examined.error is None
    if not context.check(examined.code == 0 and is_right, f"{name}: ended with {examined.code}: {examined.text[:200]}"):
        return {}
    return {kind: examined.nanoseconds(kind, of_processor=True) for kind in examined.times}


def colliding(context, extension, make):
    """Returns the time for 200,000 keys with a common prefix."""
    path = context.fresh() / f"settings.{extension}"
    path.write_bytes(make([f"{PREFIX}{number:06}" for number in range(200_000)]))
    times = []
    for _ in range(ATTEMPTS):
        examined = Examined(context, path).end()
        right = examined.code == 0 and examined.state == "ready" and examined.count == 200_000
        if not context.check(right, f"200,000 keys in {extension}: {examined.text[:200]}"):
            return float("inf")
        times.append(examined.nanoseconds("opened", of_processor=True))
        if times[-1] < NANOSECONDS:
            break
    context.check(min(times) < NANOSECONDS, f"200,000 keys in {extension}: {min(times) / 1e6:.0f} ms")
    return min(times)


# The maximum number of bytes around a setting.
AROUND = 200


def repeated(around, start, unit, end, separator=""):
    """Documents of one setting with repeated contents."""

    def make(size):
        times = (size - AROUND) // len(unit + separator)
        return around(start + separator.join([unit] * times) + end), 1

    return make


def many(around, spell):
    """Documents of many settings."""

    def make(size):
        names = [f"key{number:07}" for number in range((size - AROUND) // len(spell("key0000000")))]
        # A JSON document has one comma less.
        return around("".join(map(spell, names)).rstrip(",")), len(names)

    return make


def cut_off(make, inside=False):
    """The same documents truncated: complete settings are read, and the one that is cut isn't."""

    def cut(size):
        data, count = make(size)
        return data.removesuffix(b"}}").removesuffix(b"]") + b",", 0 if inside else count

    return cut


def binary_numbers(size):
    count = (size - AROUND) // 17
    numbers = b"\xaf\x12" + documents.reference(count, 4) + b"".join(documents.reference(1 + index, 4) for index in range(count))
    return documents.binary([numbers] + [b"\x23\x3f\xf4" + bytes(6)] * count, width=4), 1


def binary_keys(size):
    names = [f"key{number:07}" for number in range((size - AROUND) // 23)]
    return documents.binary_settings(names, b"\x09"), len(names)


KEYS = {
    "JSON keys": many(documents.members, lambda name: f'"{name}":1234,'),
    "XML keys": many(documents.items, lambda name: f"<key>{name}</key><true/>"),
}
NUMBERS = repeated(documents.json, "[", "1234567890.12345", "]", ",")
NATURES = {
    "a JSON string": ("json", repeated(documents.json, '"', "a", '"'), "ready"),
    "JSON keys": ("json", KEYS["JSON keys"], "ready"),
    "JSON escapes": ("json", repeated(documents.json, '"', r"\u00e9", '"'), "ready"),
    "short JSON escapes": ("json", repeated(documents.json, '"', r"\n", '"'), "ready"),
    "JSON numbers": ("json", NUMBERS, "ready"),
    "JSON keys cut off": ("json", cut_off(KEYS["JSON keys"]), "corrupt"),
    "JSON numbers cut off": ("json", cut_off(NUMBERS, inside=True), "corrupt"),
    "an XML string": ("plist", repeated(documents.xml, "<string>", "a", "</string>"), "ready"),
    "XML keys": ("plist", KEYS["XML keys"], "ready"),
    "XML escapes": ("plist", repeated(documents.xml, "<string>", "&#233;", "</string>"), "ready"),
    "short XML escapes": ("plist", repeated(documents.xml, "<string>", "&lt;", "</string>"), "ready"),
    "XML numbers": ("plist", repeated(documents.xml, "<array>", "<real>1.25</real>", "</array>"), "ready"),
    "a binary string": ("plist", lambda size: (documents.binary([documents.binary_text("a" * (size - AROUND))]), 1), "ready"),
    "binary keys": ("plist", binary_keys, "ready"),
    "binary numbers": ("plist", binary_numbers, "ready"),
}
COLLIDING = [
    ("json", lambda names: documents.members(",".join(f'"{name}":1' for name in names))),
    ("plist", lambda names: documents.items("".join(f"<key>{name}</key><true/>" for name in names))),
    ("plist", lambda names: documents.binary_settings(names, b"\x09")),
]
