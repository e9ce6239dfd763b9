/// An operation on a file that failed, and the number of the error that the system gave.
package struct FileSystemError: Error, Hashable, Sendable {
  /// What was to be done, in words that follow "could not".
  package let operation: String
  /// The system's number of the error.
  package let number: Int32

  package init(_ operation: String, _ number: Int32) {
    self.operation = operation
    self.number = number
  }
}
