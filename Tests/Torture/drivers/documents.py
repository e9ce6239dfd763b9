"""Builds documents with a given value in place of a setting, in each format."""
import struct

DOMAIN, KEY = "com.example.torture", "k"


def json(value):
    """Returns a JSON document of one setting, whose value is text or bytes."""
    return members(f'"{KEY}":'.encode() + as_bytes(value))


def members(text):
    """Returns a JSON document of settings."""
    return f'{{"{DOMAIN}":{{'.encode() + as_bytes(text) + b"}}"


def xml(value):
    """Returns an XML property list of one setting."""
    return items(f"<key>{KEY}</key>".encode() + as_bytes(value))


def items(text):
    """Returns an XML property list of settings."""
    return xml_list(f"<dict><key>{DOMAIN}</key><dict>".encode() + as_bytes(text) + b"</dict></dict>")


def xml_list(text):
    return b'<plist version="1.0">' + as_bytes(text) + b"</plist>"


def binary(objects, width=1):
    """Returns a binary property list of one setting, whose value is the first object."""
    # The surrounding objects come last, so that the objects of the value keep their numbers.
    first = len(objects)
    around = [
        b"\xd1" + reference(first + 1, width) + reference(first + 2, width),
        binary_text(DOMAIN),
        b"\xd1" + reference(first + 3, width) + reference(0, width),
        binary_text(KEY),
    ]
    return binary_list([*objects, *around], root=first, width=width)


def binary_settings(keys, value):
    """Returns a binary property list of settings that all have the same value, which is one object."""
    count = len(keys)
    settings = b"\xdf\x12" + reference(count, 4)
    settings += b"".join(reference(4 + index, 4) for index in range(count)) + reference(3, 4) * count
    domain = b"\xd1" + reference(1, 4) + reference(2, 4)
    return binary_list([domain, binary_text(DOMAIN), settings, value, *map(binary_text, keys)], width=4)


def binary_list(objects, root=0, width=1):
    """Returns a binary property list of objects, given as bytes, whose references have the given size."""
    offset, offsets = len(b"bplist00"), []
    for item in objects:
        offsets.append(offset)
        offset += len(item)
    size = 1 if offset < 1 << 8 else 2 if offset < 1 << 16 else 4
    table = b"".join(reference(number, size) for number in offsets)
    return b"bplist00" + b"".join(objects) + table + struct.pack(">6xBBQQQ", size, width, len(objects), root, offset)


def binary_text(text):
    """Returns the object of an ASCII text."""
    text = text.encode()
    return (bytes([0x50 | len(text)]) if len(text) < 15 else b"\x5f\x12" + reference(len(text), 4)) + text


def reference(number, width):
    return number.to_bytes(width, "big")


def as_bytes(text):
    return text if isinstance(text, bytes) else text.encode()
