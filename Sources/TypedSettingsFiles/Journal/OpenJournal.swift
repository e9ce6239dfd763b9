internal import Synchronization
internal import TypedSettingsCore

/// An open journal and the position up to which it was read.
///
/// All processes append to the journal, and read its records in the same order, the order in the file. An append
/// returns the offset of the record. If other processes have appended before it, their records are read first.
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
  private(set) var status: FileStatus
  /// A Boolean value that indicates whether the file has had another name.
  ///
  /// In that case, the link count doesn't reveal whether it still has the journal's name.
  var hasOtherName = false
  /// A Boolean value that indicates whether the file had several names when it was opened.
  var hasSeveralNames: Bool { status.linkCount > 1 }
  /// The last record that was read or appended; `nil` if there is none.
  var lastRecord: RecordMark?
  /// The last record when the file was last found to be intact.
  private var checkedRecord: RecordMark?
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

  /// The number of the last record up to which all were read.
  var lastWhole: UInt64 { damages.map { frame.number(at: $0.lowerBound) }.min().map { min($0, next) - 1 } ?? next - 1 }

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

  /// Moves the end behind a record that was appended.
  @inline(__always)
  mutating func didAppend(_ record: RecordMark, end: Int) {
    self.end = end
    lastRecord = record
  }

  /// Records that the file has got other permissions.
  mutating func didSetPermissions(_ permissions: UInt32) { status.permissions = permissions }

  /// Records that the file is intact.
  mutating func didCheck() { checkedRecord = lastRecord }

  /// Moves the end behind records that were read.
  mutating func advance(over contents: JournalContents) {
    end = contents.end
    lastRecord = contents.lastRecord ?? lastRecord
    isEnded = contents.isEnded
    successors.formUnion(contents.successors)
    damages += contents.damages
  }
}

/// The place, the checksum and the last bytes of a record, which show whether a file still contains it.
struct RecordMark: Hashable, Sendable {
  let range: Range<Int>
  private let checksum: UInt32
  private let tail: UInt32

  /// Creates the mark of a record.
  ///
  /// - Parameters:
  ///   - record: The bytes of the record.
  ///   - offset: Its offset in the file.
  @inline(__always)
  init(_ record: UnsafeRawBufferPointer, at offset: Int) {
    range = offset..<offset + record.count
    checksum = record.loadUnaligned(fromByteOffset: Self.offsetOfChecksum, as: UInt32.self)
    tail = record.loadUnaligned(fromByteOffset: record.count - 4, as: UInt32.self)
  }

  private static let offsetOfChecksum = 8

  /// The length up to which a record is read at once.
  private static let shortLength = 4_096

  /// Returns whether a file contains the record.
  func isIn(_ file: OpenFile) throws(FileSystemError) -> Bool {
    let begin = range.lowerBound + Self.offsetOfChecksum
    var found = try file.read(from: begin, to: range.count > Self.shortLength ? begin + 4 : range.upperBound)
    if range.count > Self.shortLength { found += try file.read(from: range.upperBound - 4, to: range.upperBound) }
    return found.starts(with: withUnsafeBytes(of: checksum) { Array($0) })
      && found.suffix(4).elementsEqual(withUnsafeBytes(of: tail) { Array($0) })
  }
}

extension OpenJournal {
  /// A Boolean value that indicates whether the file is still this journal, with the last record that was read.
  ///
  /// Another program can have truncated the file, or copied another journal over it. If records have followed since,
  /// the last one may be in the same place, so an earlier one is compared as well.
  ///
  /// A process checks this before it reads on, follows the end of the journal or voids a torn record, at a flush, and
  /// once a millisecond while it writes.
  var isIntact: Bool { get throws(FileSystemError) { try isIntact(file.extent()) } }

  /// Returns whether the file, of which the caller has the extent, is still this journal.
  func isIntact(_ extent: FileExtent) throws(FileSystemError) -> Bool {
    guard extent.size >= end else { return false }
    // All of it: a process that opens a journal with a changed header reads none of its records.
    guard try file.read(from: 0, to: header.length) == header.bytes else { return false }
    for record in Set([lastRecord, checkedRecord]) {
      guard let record else { continue }
      guard try record.isIn(file) else { return false }
    }
    return true
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
