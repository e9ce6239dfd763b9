package import TypedSettingsCore
internal import TypedSettingsFormats

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A failed operation on a file, with the error number of the system.
package struct FileSystemError: Error, Hashable, Sendable {
  /// The operation, in words that follow "could not".
  package let operation: String
  /// The error number of the system.
  package let number: Int32
  /// A reason that replaces the system's description of the error number.
  let detail: String?

  package init(_ operation: String, _ number: Int32, detail: String? = nil) {
    self.operation = operation
    self.number = number
    self.detail = detail
  }

  /// The operation and the reason, as a part of a sentence.
  package var explanation: String { "could not \(operation) (\(reason))" }

  /// The reason for the failure, by default the system's description of the error number.
  package var reason: String { detail ?? systemReason }

  private var systemReason: String { strerror(number).map { String(cString: $0) } ?? "error \(number)" }
}

/// Returns the result of an operation on a file, or `nil` if the file doesn't exist.
///
/// - Parameter operation: The operation.
/// - Returns: The result.
/// - Throws: Any other error of the operation.
func nilIfMissing<Result>(
  _ operation: () throws(FileSystemError) -> Result?
) throws(FileSystemError) -> Result? {
  do throws(FileSystemError) { return try operation() } catch {
    if error.isMissing { return nil }
    throw error
  }
}

/// Returns the result of an operation on an open file, or `nil` if another machine has removed the file.
///
/// - Parameter operation: The operation.
/// - Returns: The result.
/// - Throws: Any other error of the operation.
func nilIfStale<Result>(
  _ operation: () throws(FileSystemError) -> Result
) throws(FileSystemError) -> Result? {
  do throws(FileSystemError) { return try operation() } catch {
    if error.isStale { return nil }
    throw error
  }
}

extension SettingsError {
  /// Returns the reason for a failure, for the text of another error.
  ///
  /// Of an error that isn't the library's, only the type is shown, because its text may contain stored values.
  package static func reason(of error: any Error) -> String {
    switch error {
    case let error as SettingsError: error.found
    case let error as FileSystemError: error.explanation
    default: "'\(type(of: error))' was thrown"
    }
  }
}

extension FileSystemError {
  /// The action that lets a file be read again, as a part of advice.
  var remedyOfReading: String {
    switch number {
    case EACCES, EPERM: "make the file readable"
    case ENOTDIR: "put a folder where its path has a file"
    case Obstacle.notRegularFile.number: "replace it with a file"
    case Obstacle.tooLarge.number: "make it smaller"
    case Obstacle.untrustedLink.number: "correct the symbolic link"
    default: "resolve this"
    }
  }

  /// A Boolean value that indicates whether another process didn't release a lock in time.
  var isLocked: Bool { self == FileSystemError(operation, .isLocked) }

  /// A problem that the library itself detects, with the error number that the system uses for it.
  enum Obstacle {
    case missing
    case notPermitted
    case notRegularFile
    case tooLarge
    case tooManyFiles
    case isBeingEdited
    case isLocked
    case untrustedLink
    case unsupportedValue
    case incompleteTransfer
    case isRefused
    case noSpace

    fileprivate var number: Int32 {
      switch self {
      case .missing: ENOENT
      case .notPermitted: EACCES
      case .notRegularFile: EISDIR
      case .tooLarge: EFBIG
      case .tooManyFiles: EEXIST
      case .isBeingEdited: EBUSY
      case .isLocked: ETIMEDOUT
      case .untrustedLink: ELOOP
      case .unsupportedValue: EINVAL
      case .incompleteTransfer: EIO
      case .isRefused: EAGAIN
      case .noSpace: ENOSPC
      }
    }

    /// The reason, if the system's description of the number doesn't fit.
    fileprivate var detail: String? {
      switch self {
      case .notRegularFile: "it's a folder, a pipe or a device"
      case .tooManyFiles: "there are too many"
      case .isLocked: "it wasn't released in time"
      case .untrustedLink: "the symbolic link isn't trusted"
      case .missing, .notPermitted, .tooLarge, .isBeingEdited, .unsupportedValue, .incompleteTransfer, .isRefused,
        .noSpace:
        nil
      }
    }
  }

  init(_ operation: String, _ obstacle: Obstacle, detail: String? = nil) {
    self.init(operation, obstacle.number, detail: detail ?? obstacle.detail)
  }

  /// A Boolean value that indicates whether no file has the name.
  package var isMissing: Bool { number == ENOENT }

  /// A Boolean value that indicates whether another machine has removed the open file or folder, or the program has
  /// closed it.
  ///
  /// Opening it again by its name may succeed, because another file may have the name now.
  var isStale: Bool { number == ESTALE }

  /// The error for a descriptor that the program has closed, and may use for another file.
  static let closedDescriptor = FileSystemError(
    "use an open file", ESTALE, detail: "the program has closed its descriptor")

  /// A Boolean value that indicates whether a file with the name already exists.
  var alreadyExists: Bool { number == EEXIST }

  /// A Boolean value that indicates whether the file system supports no hard links, or not to this file.
  var hasNoLinks: Bool { [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK, EXDEV].contains(number) }

  /// A Boolean value that indicates whether a file can't be renamed or replaced because it's a mount point.
  var isMountPoint: Bool { number == EBUSY || number == EXDEV }

  /// A Boolean value that indicates whether the file system has no locks.
  package var hasNoLocks: Bool { [ENOLCK, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(number) }

  /// A Boolean value that indicates whether the file system doesn't support the operation.
  package var isNotSupported: Bool { [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(number) }

  /// A Boolean value that indicates whether the system may lack the operation.
  ///
  /// A filter of system calls refuses calls that it doesn't know with `EPERM`, as do file systems that can't store an
  /// attribute.
  var mayBeUnavailable: Bool { isNotSupported || number == EPERM }

  /// A Boolean value that indicates whether the process isn't allowed to write, so that a retry doesn't help.
  package var isWriteDenied: Bool { number == EROFS || number == EACCES || number == EPERM }
}
