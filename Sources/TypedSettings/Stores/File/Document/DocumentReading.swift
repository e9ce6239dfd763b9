/// What was found in a document's place.
enum DocumentReading: Sendable {
  case missing
  case unreadable(SettingsError)
  /// Something that is no document of its format; with its fingerprint.
  case corrupt(SettingsError, bytes: [UInt8], Found)
  case document(DocumentTree, Found, DocumentRoom)

  /// Which document was found.
  struct Found: Sendable {
    let status: FileStatus
    let fingerprint: DocumentFingerprint
    let format: DocumentFormat
  }

  /// The document's bytes before anybody has looked what they mean.
  struct Bytes: Sendable {
    let bytes: [UInt8]
    let status: FileStatus
    let fingerprint: DocumentFingerprint
  }
}
