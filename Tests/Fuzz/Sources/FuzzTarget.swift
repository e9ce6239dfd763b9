import Foundation
import TypedSettings

/// What libFuzzer calls with every input.
///
/// The first byte says how the others are meant: as a tree of stored values, or as the bytes of an older form. The
/// second chooses the type they are decoded into.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var reader = ByteReader(UnsafeBufferPointer(start: start, count: count))
  let form = reader.below(4)
  let subject = Subject.all[reader.below(Subject.all.count)]
  let stored: SettingsValue
  switch form {
  case 0, 1: stored = reader.tree()
  case 2: stored = .data(reader.rest())
  default: stored = .string(String(decoding: reader.rest(), as: UTF8.self))
  }
  subject.check(stored)
  return 0
}
