/// A journal before another one, as the creator of the later one has known it.
struct JournalAncestor: Hashable, Sendable {
  let identity: JournalIdentity
  /// The number of its last record that the creator of the later journal had read.
  let last: UInt64
  /// A Boolean value that indicates whether the journal was ended, so that a document contains its records.
  ///
  /// Otherwise it was removed or changed, and the later journal has the values from it that the document lacked.
  let isEnded: Bool

  /// The number of bytes in a header.
  static let length = 25

  /// The numbers behind which another journal can begin without an overflow.
  private static let numbers: Range<UInt64> = 0..<1 << 62

  init(_ identity: JournalIdentity, upTo last: UInt64, isEnded: Bool) {
    self.identity = identity
    self.last = last
    self.isEnded = isEnded
  }

  init?(_ scanner: inout JournalScanner) {
    guard let identity = JournalIdentity(&scanner), let last = scanner.readNumber(UInt64.self),
      Self.numbers.contains(last), let isEnded = scanner.readNumber(UInt8.self), isEnded <= 1
    else { return nil }
    self.init(identity, upTo: last, isEnded: isEnded == 1)
  }
}

extension JournalBytes {
  mutating func append(_ journal: JournalAncestor) {
    append(journal.identity.high)
    append(journal.identity.low)
    append(journal.last)
    append(byte: journal.isEnded ? 1 : 0)
  }
}

/// The journals before another one, in the order in which they became part of it.
///
/// A process that was stopped for long finds in it what was read without it.
struct JournalLineage: Hashable, Sendable {
  /// The number of journals that a header names at most; the oldest ones are dropped.
  static let maximumCount = 32

  private(set) var journals: [JournalAncestor] = []

  subscript(identity: JournalIdentity) -> JournalAncestor? { journals.last { $0.identity == identity } }

  /// Adds a journal behind all others.
  mutating func append(_ journal: JournalAncestor) {
    journals.removeAll { $0.identity == journal.identity }
    journals.append(journal)
    if journals.count > Self.maximumCount { journals.removeFirst() }
  }

  /// Adds a journal that was removed, changed or replaced, and the ones before it.
  mutating func append(_ other: JournalLineage, replacing journal: JournalAncestor) {
    for journal in other.journals + [journal] {
      let last = max(journal.last, self[journal.identity]?.last ?? 0)
      append(JournalAncestor(journal.identity, upTo: last, isEnded: false))
    }
  }

  /// Removes a journal.
  mutating func remove(_ identity: JournalIdentity) { journals.removeAll { $0.identity == identity } }

  /// Returns whether a journal may have been dropped, because all others are later.
  func mayHaveDropped(_ journal: JournalAncestor) -> Bool {
    journals.count == Self.maximumCount && journals.allSatisfy { $0.last > journal.last }
  }
}
