/// A journal that is open, and how far it was read: a log that every process appends to, and reads in the same order.
///
/// A record counts from where it stands. Whoever appends one learns where that is; if others have appended before, they
/// are read first.
struct OpenJournal: Sendable {
  var file: OpenFile
  let header: JournalHeader
  /// Where the records begin that are not as short as they could be.
  let beginning: Int
  /// Where the last record ends that was read and counts.
  var end: Int
  /// How long it was when it was read as a whole.
  var readEnd = 0
  let isWritable: Bool
  /// What was known of the file when it was opened: by it the file that has the journal's name is known again.
  let status: FileStatus
  /// A Boolean value that indicates whether it was seen to have another name: then their number does not tell whether it has its own.
  var hasOtherName = false
  /// A Boolean value that indicates whether a record was read that ends it.
  var isEnded = false
  /// The journals that may come next once it's ended.
  var successors: Set<JournalIdentity> = []
  /// A Boolean value that indicates whether another one has to take its place before anything is appended: it's of an earlier version, or holds more
  /// than is read.
  var isOutdated: Bool
  /// Where bytes of it have changed.
  var damages: [Range<Int>] = []

  var frame: JournalFrame { header.frame }

  /// A Boolean value that indicates whether all that it holds was read.
  var isWhole: Bool { damages.isEmpty }

  /// How many bytes were appended to it.
  var growth: Int { end - beginning }

  /// The number of the next record where nobody else appends one.
  var next: UInt64 { frame.number(at: end) }

  /// Opens a journal that was just made, or whose contents were found.
  init(
    _ file: OpenFile, _ header: JournalHeader, beginning: Int? = nil, end: Int, isWritable: Bool = true,
    status: FileStatus
  ) {
    self.file = file
    self.header = header
    self.beginning = beginning ?? header.length
    self.end = end
    self.isWritable = isWritable
    self.status = status
    isOutdated = header.frame.version < JournalFrame.currentVersion
  }

  /// Reads what stands between the end and an offset.
  func contents(to offset: Int) throws(FileSystemError) -> JournalContents {
    let bytes = try file.read(from: end, to: offset)
    return JournalContents(bytes, at: end, next: next, in: frame)
  }

  /// Takes note of what was read behind the end.
  mutating func advance(over contents: JournalContents) {
    end = contents.end
    isEnded = contents.isEnded
    successors.formUnion(contents.successors)
    damages += contents.damages
  }
}

extension OpenJournal {
  /// Overwrites bytes that have changed with a record that says nothing, so that nobody has to search behind them
  /// again.
  ///
  /// - Parameters:
  ///   - range: Where the bytes are; no fewer than a record has.
  ///   - file: The journal, open for writing anywhere.
  ///   - frame: How records lie in it.
  /// - Throws: ``FileSystemError`` if it cannot be written.
  static func fill(_ range: Range<Int>, of file: OpenFile, in frame: JournalFrame) throws(FileSystemError) {
    var offset = range.lowerBound
    while range.upperBound - offset > frame.headLength {
      var length = min(range.upperBound - offset, JournalRecord.maximumLength) - frame.headLength
      let rest = range.upperBound - offset - frame.headLength - length
      // What is left must have room for another record.
      if rest > 0, rest <= frame.headLength { length -= 2 * frame.headLength }
      let record = JournalRecord.bytes(of: .filler(length: length), durable: 0, in: frame)
      try file.write(record, at: offset)
      offset += record.count
    }
  }
}
