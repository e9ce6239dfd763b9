internal import TypedSettingsCore
internal import TypedSettingsFormats

/// The last known state of the document.
struct KnownDocument: Sendable {
  /// The status of the document when it was last seen.
  var status: FileStatus? { didSet { lastModified = max(lastModified, status?.modified ?? .min) } }
  /// The latest time of a change of the document, in nanoseconds, even if it was removed since.
  private(set) var lastModified = Int64.min
  var fingerprint: DocumentFingerprint? { didSet { if fingerprint != nil { hasExisted = true } } }
  /// A Boolean value that indicates whether there has been a document, even if it was removed since.
  private(set) var hasExisted = false
  var format: DocumentFormat = .json
  var room = DocumentRoom.unknown
  /// The documents that processes announced in the journal, each with the number of the last record it contains.
  ///
  /// They are no edits. A document is one of them until it was read and a record confirmed it.
  var announced: [DocumentFingerprint: UInt64] = [:]
  /// The last document that a record confirmed.
  var confirmed: DocumentFingerprint?
  /// A Boolean value that indicates whether the document is broken, so that a copy is kept before it's replaced.
  var isBroken = false
  /// A Boolean value that indicates whether the document has to be read again, even if its status is the same.
  ///
  /// Another process may have written a document since, and an editor may have put this one back. Or it was edited so
  /// quickly that the clock of the file system didn't advance.
  var needsReading = false
  /// A Boolean value that indicates whether the store reported that it overwrites the document in place.
  var isWrittenInPlace = false

  /// The length of the document in bytes.
  var length: Int { fingerprint?.length ?? 0 }

  /// Records a document that was read.
  mutating func update(_ found: DocumentReading.Found, room: DocumentRoom = .unknown) {
    status = found.status
    fingerprint = found.fingerprint
    format = found.format
    needsReading = false
    self.room = room
  }

  /// Records that there is no document.
  mutating func clear() {
    status = nil
    fingerprint = nil
    isBroken = false
    needsReading = false
  }
}
