import Foundation
import TypedSettings

/// What libFuzzer calls with every input.
///
/// The first byte says how the others are meant: as a tree of stored values, or as the bytes of an older form.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var reader = ByteReader(UnsafeBufferPointer(start: start, count: count))
  let stored: SettingsValue
  switch reader.below(4) {
  case 0, 1: stored = reader.tree()
  case 2: stored = .data(reader.rest())
  default: stored = .string(String(decoding: reader.rest(), as: UTF8.self))
  }
  for subject in Subject.all { subject.check(stored) }
  return 0
}
