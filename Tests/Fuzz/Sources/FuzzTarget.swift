import Foundation
import TypedSettingsCore
import TypedSettingsFiles
import TypedSettingsFormats

/// Runs one input; libFuzzer calls this function.
///
/// The first byte selects the meaning of the others: a tree of stored values, the bytes of an older form, a document,
/// a journal, or a message of a peer. The second byte selects the type to decode, or the format of the document.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var reader = ByteReader(UnsafeBufferPointer(start: start, count: count))
  let form = reader.below(8)
  switch form {
  case 4: Documents.read(&reader)
  case 5: Documents.write(&reader)
  case 6: Journals.check(&reader)
  case 7: SyncMessages.check(&reader)
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
