import TypedSettings

@testable import TypedSettingsFiles

/// A reader of journals that follows the description of the current format and shares no code with the library.
///
/// Values are integers.
struct LogReplay {
  private(set) var values: [String: SettingsValue] = [:]
  private var last: [String: UInt64] = [:]

  /// Replays the document, the journal, and the next journal of a disk.
  init(_ disk: SimulatedDisk) throws {
    values = try SimulatedProcess.documentValues(on: disk)
    var followers: Set<[UInt8]>?
    for name in [SimulatedProcess.names.journal, SimulatedProcess.names.nextJournal] {
      guard let bytes = disk.bytes(at: SimulatedProcess.path(name)) else { continue }
      if let followers, !followers.contains(Array(bytes[16..<32])) { continue }
      followers = replay(bytes)
    }
  }

  /// Replays one journal.
  ///
  /// - Returns: The identities that the next journal may have; none if this one isn't ended.
  private mutating func replay(_ bytes: [UInt8]) -> Set<[UInt8]> {
    let base = number(bytes, 48, size: 8)
    var followers: Set<[UInt8]> = []
    var offset = Int(number(bytes, 12, size: 4))
    while offset + 16 <= bytes.count {
      let length = Int(number(bytes, offset + 4, size: 4))
      let contents = Array(bytes[(offset + 16)..<(offset + 16 + length)])
      switch contents[0] {
      case 1 where followers.isEmpty: change(contents, from: 1, at: base + UInt64(offset))
      case 5 where followers.isEmpty:
        let since = number(contents, 1, size: 8)
        var (place, isVoid) = (10, false)
        for _ in 0..<contents[9] { isVoid = last[key(contents, &place), default: 0] >= since || isVoid }
        if !isVoid { change(contents, from: place, at: base + UInt64(offset)) }
      case 2: followers.insert(Array(contents[1...]))
      default: break
      }
      offset += 16 + length
    }
    return followers
  }

  private mutating func change(_ contents: [UInt8], from place: Int, at number: UInt64) {
    var offset = place + 1
    for _ in 0..<contents[place] {
      let name = key(contents, &offset)
      let isRemoval = contents[offset] == JournalTag.removed.rawValue
      values[name] = isRemoval ? nil : .integer(Int64(bitPattern: self.number(contents, offset + 1, size: 8)))
      last[name] = number
      offset += isRemoval ? 1 : 9
    }
  }

  /// Reads a domain and a name, both short, and returns the name.
  private func key(_ bytes: [UInt8], _ offset: inout Int) -> String {
    offset += 1 + Int(bytes[offset])
    let length = Int(bytes[offset])
    defer { offset += 1 + length }
    return String(decoding: bytes[(offset + 1)..<(offset + 1 + length)], as: UTF8.self)
  }

  private func number(_ bytes: [UInt8], _ offset: Int, size: Int) -> UInt64 {
    (0..<size).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
  }
}
