import Foundation

/// Returns a binary property list of objects with one-byte references; the first object is the value.
func binaryPropertyList(_ objects: [UInt8]...) -> Data { binaryPropertyList(of: objects) }

/// Returns a binary property list of objects with references of a size; the first object is the value.
func binaryPropertyList(
  of objects: [[UInt8]], root: UInt64 = 0, referenceSize: UInt8 = 1, offsets: [UInt64]? = nil
) -> Data {
  var list = Data("bplist00".utf8)
  var table: [UInt64] = []
  for object in objects {
    table.append(UInt64(list.count))
    list += object
  }
  let start = UInt64(list.count)
  for offset in offsets ?? table { list += bigEndian(offset, size: 4) }
  list += [0, 0, 0, 0, 0, 0, 4, referenceSize]
  for number in [UInt64((offsets ?? table).count), root, start] { list += bigEndian(number, size: 8) }
  return list
}

/// Returns the big-endian bytes of a number.
func bigEndian(_ number: UInt64, size: Int) -> [UInt8] {
  (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
}

/// Returns an XML property list around an element.
func xmlPropertyList(_ element: String) -> Data { Data("<plist version=\"1.0\">\(element)</plist>".utf8) }
