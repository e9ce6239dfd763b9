import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

extension FileSettingsStore {
  /// Runs an operation while no task in the background writes the document, however slow this process is.
  ///
  /// Writes, refreshes and reads go on. The operation must neither write the document itself nor release the last
  /// reference to a store of the file, because both would wait for the operation.
  ///
  /// - Parameters:
  ///   - domain: The domain whose document stays as it is, for a store of a folder.
  ///   - operation: The operation.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation.
  func withoutCheckpoints<Result: Sendable>(
    ofDomain domain: String = "", _ operation: () throws -> Result
  ) throws -> Result {
    try cores.core(forDomain: domain).checkpointing.run(operation)
  }
}
