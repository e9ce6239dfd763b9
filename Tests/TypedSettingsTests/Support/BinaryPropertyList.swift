import Foundation

/// A binary property list of objects as bytes, with references of one byte; the first object is the value.
func binaryPropertyList(_ objects: [UInt8]...) -> Data { binaryPropertyList(of: objects) }

/// A binary property list of objects as bytes, with references of a size; the first object is the value.
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

/// The big-endian bytes of a number.
func bigEndian(_ number: UInt64, size: Int) -> [UInt8] {
  (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
}

/// An XML property list around an element.
func xmlPropertyList(_ element: String) -> Data { Data("<plist version=\"1.0\">\(element)</plist>".utf8) }
