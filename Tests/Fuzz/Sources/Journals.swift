import Foundation
import TypedSettingsCore
import TypedSettingsFiles
import TypedSettingsFormats

/// Journals with modified bytes.
enum Journals {
  /// Checks that every record read from a damaged journal was written, and in that order.
  static func check(_ reader: inout ByteReader) {
    let identity = JournalIdentity(high: reader.word(), low: reader.word())
    let header = JournalHeader(identity: identity, document: nil)
    var bytes = header.bytes
    var written: [SettingsValue] = []
    for _ in 0...reader.below(6) {
      written.append(reader.tree())
      let change = (key: SettingsKey(domain: "d", name: "k"), value: written.last)
      let durable = header.firstRecord + UInt64(reader.below(bytes.count))
      bytes += JournalRecord.bytes(of: .changes([change]), durable: durable, in: header.frame)
    }
    damage(&bytes, &reader)
    guard case .header(let found) = JournalHeader.find(in: bytes) else { return }
    let contents = JournalContents(bytes, of: found)
    var last: UInt64 = 0
    var rest = written[...]
    for record in contents.records {
      precondition(record.number > last, "records are out of order")
      last = record.number
      guard case .changes(let changes, _) = record.contents else { continue }
      precondition(changes.count == 1, "a record was not written so")
      guard let place = rest.firstIndex(where: { $0 == changes.first?.value }) else {
        preconditionFailure("a value was not written so, or not in that order")
      }
      rest = rest[(place + 1)...]
    }
  }

  private static func damage(_ bytes: inout [UInt8], _ reader: inout ByteReader) {
    for _ in 0..<reader.below(5) {
      guard !bytes.isEmpty else { return }
      let place = Int(reader.word() % UInt64(bytes.count))
      switch reader.below(4) {
      case 0: bytes.removeSubrange(place...)
      case 1: bytes[place] ^= 1 << UInt8(reader.below(8))
      case 2: for index in place..<min(place + 64, bytes.count) { bytes[index] = 0 }
      default: bytes.insert(contentsOf: reader.data(reader.below(32)), at: place)
      }
    }
  }
}
