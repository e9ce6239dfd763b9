/// What a file is opened for.
package enum FileAccess: Sendable {
  /// To be read; it must be there.
  case reading
  /// To be read and written; it must be there.
  case writing
  /// To be read and written; it is made, for its owner alone, where it is missing.
  case writingOrMaking
  /// To be read and written; it must not be there and is made for its owner alone.
  case making
  /// To be read, and to be written at its end; it must be there.
  case appending
}
