import Foundation
import TypedSettings

/// What libFuzzer calls with every input.
///
/// The first byte says how the others are meant: as a tree of stored values, as the bytes of an older form, as a
/// document, or as a journal. The second chooses the type that values are decoded into, or the format of the document.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var reader = ByteReader(UnsafeBufferPointer(start: start, count: count))
  let form = reader.below(7)
  switch form {
  case 4: Documents.read(&reader)
  case 5: Documents.write(&reader)
  case 6: Journals.check(&reader)
  default: checkCoding(form, &reader)
  }
  return 0
}

private func checkCoding(_ form: Int, _ reader: inout ByteReader) {
  let subject = Subject.all[reader.below(Subject.all.count)]
  let stored: SettingsValue
  switch form {
  case 0, 1: stored = reader.tree()
  case 2: stored = .data(reader.rest())
  default: stored = .string(String(decoding: reader.rest(), as: UTF8.self))
  }
  subject.check(stored)
}
