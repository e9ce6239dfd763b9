internal import Synchronization

/// An open journal and the position up to which it was read.
///
/// All processes append to the journal, and read it in the same order, which is that of its records in the file. An
/// append returns the offset of the record. If other processes have appended before it, their records are read first.
struct OpenJournal: Sendable {
  var file: OpenFile
  let header: JournalHeader
  /// The offset where uncompacted records begin.
  let beginning: Int
  /// The end of the last valid record that was read.
  var end: Int
  /// The length of the journal when it was last read as a whole.
  var readEnd = 0
  let isWritable: Bool
  /// The status of the file when it was opened, which identifies it among files with the journal's name.
  let status: FileStatus
  /// A Boolean value that indicates whether the file has had another name.
  ///
  /// In that case, the link count doesn't reveal whether it still has the journal's name.
  var hasOtherName = false
  /// A Boolean value that indicates whether a record that ends the journal was read.
  var isEnded = false
  /// The journals that may continue this one once it's ended.
  var successors: Set<JournalIdentity> = []
  /// The ranges of damaged bytes.
  var damages: [Range<Int>] = []

  var frame: JournalFrame { header.frame }

  /// The end, and the frame of the next record.
  @inline(__always)
  var appendTarget: (end: Int, frame: JournalFrame) { (end, frame) }

  /// A Boolean value that indicates whether the whole journal was read.
  var isWhole: Bool { damages.isEmpty }

  /// The number of bytes that were appended to the journal.
  var growth: Int { end - beginning }

  /// The number of the next record, unless another process appends before it.
  var next: UInt64 { frame.number(at: end) }

  /// Creates an instance for a new journal or one that was read.
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
  }

  /// Reads the records between the end and an offset.
  func contents(to offset: Int) throws(FileSystemError) -> JournalContents {
    let bytes = try file.read(from: end, to: offset)
    return JournalContents(bytes, at: end, next: next, in: frame)
  }

  /// Reads all records up to an offset.
  func allContents(to offset: Int) throws(FileSystemError) -> JournalContents {
    JournalContents(try file.read(from: 0, to: offset), of: header)
  }

  /// Reads the records of a newer version up to an offset.
  func copiedRecords(to offset: Int) throws(FileSystemError) -> [[UInt8]] {
    var history = JournalHistory()
    history.add(try allContents(to: offset), of: header)
    return history.copied
  }

  /// Moves the end behind records that were read.
  mutating func advance(over contents: JournalContents) {
    end = contents.end
    isEnded = contents.isEnded
    successors.formUnion(contents.successors)
    damages += contents.damages
  }
}

extension OpenJournal {
  /// Overwrites damaged bytes with records that have no effect, so that later readers needn't search behind them.
  ///
  /// - Parameters:
  ///   - range: The offsets of the damaged bytes, at least the length of a record.
  ///   - file: The journal, open for writing, not for appending.
  ///   - frame: The identity and numbering of its records.
  /// - Throws: ``FileSystemError`` if the journal can't be written.
  static func fill(_ range: Range<Int>, of file: OpenFile, in frame: JournalFrame) throws(FileSystemError) {
    var offset = range.lowerBound
    while range.upperBound - offset > JournalFrame.headLength {
      var length = min(range.upperBound - offset, JournalRecord.maximumLength) - JournalFrame.headLength
      let rest = range.upperBound - offset - JournalFrame.headLength - length
      // The remaining bytes must have room for another record.
      if rest > 0, rest <= JournalFrame.headLength { length -= 2 * JournalFrame.headLength }
      let record = JournalRecord.bytes(of: .filler(length: length), durable: 0, in: frame)
      try file.write(record, at: offset)
      offset += record.count
    }
  }
}

/// The durable part of a journal, and the exclusive access for extending it.
///
/// A thread that waits for access usually finds its records synchronized by the thread before: all waiting writers
/// share one synchronization.
final class JournalSynchronization: Sendable {
  private let access = ExclusiveAccess()
  private let mark = Atomic<UInt64>(0)

  /// The number of the last record that's known to be durable.
  var durable: UInt64 { mark.load(ordering: .acquiring) }

  /// Records that all records up to a number are durable.
  func advance(to number: UInt64) { mark.max(number, ordering: .releasing) }

  /// Resets the durable number, because another journal begins a new range of numbers.
  func reset() { mark.store(0, ordering: .releasing) }

  /// Synchronizes records with the disk, unless another thread has done so already.
  ///
  /// - Parameters:
  ///   - number: The number of a record that has to be durable.
  ///   - synchronize: A closure that synchronizes all current records, and calls ``advance(to:)``.
  /// - Throws: The error that `synchronize` throws.
  func reach<Failure: Error>(_ number: UInt64, _ synchronize: () throws(Failure) -> Void) throws(Failure) {
    try access.run { () throws(Failure) in
      if durable < number { try synchronize() }
    }
  }

  /// Runs a closure that synchronizes other files, with exclusive access.
  func run<Failure: Error>(_ synchronize: () throws(Failure) -> Void) throws(Failure) {
    try access.run(synchronize)
  }
}
