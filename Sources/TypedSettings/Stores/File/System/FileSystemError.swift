/// An operation on a file that failed, and the number of the error that the system gave.
package struct FileSystemError: Error, Hashable, Sendable {
  /// What was to be done, in words that follow "could not".
  package let operation: String
  /// The system's number of the error.
  package let number: Int32
  /// What is said in place of the system's words for the number.
  let detail: String?

  package init(_ operation: String, _ number: Int32, detail: String? = nil) {
    self.operation = operation
    self.number = number
    self.detail = detail
  }

  /// What could not be done and why, to be put into a sentence.
  var explanation: String { "could not \(operation) (\(reason))" }
}
