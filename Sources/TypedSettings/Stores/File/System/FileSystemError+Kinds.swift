#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension FileSystemError {
  /// What the library itself finds in the way; each has the number of the system's error that says the same.
  enum Obstacle {
    case missing
    case notPermitted
    case isNoFile
    case tooLarge
    case tooManyFiles
    case isBeingEdited
    case isLocked
    case leadsAway
    case cannotBeHeld
    case notOnTheDisk
    case isRefused

    fileprivate var number: Int32 {
      switch self {
      case .missing: ENOENT
      case .notPermitted: EACCES
      case .isNoFile: EISDIR
      case .tooLarge: EFBIG
      case .tooManyFiles: EEXIST
      case .isBeingEdited: EBUSY
      case .isLocked: ETIMEDOUT
      case .leadsAway: ELOOP
      case .cannotBeHeld: EINVAL
      case .notOnTheDisk: EIO
      case .isRefused: EAGAIN
      }
    }

    /// What there is to say where the system's words for the number are about something else.
    fileprivate var detail: String? {
      switch self {
      case .isNoFile: "it is a folder, a pipe or a device"
      case .tooManyFiles: "there are too many"
      case .isLocked: "it was not given back in time"
      case .leadsAway: "everybody may put one there"
      case .missing, .notPermitted, .tooLarge, .isBeingEdited, .cannotBeHeld, .notOnTheDisk, .isRefused: nil
      }
    }
  }

  init(_ operation: String, _ obstacle: Obstacle, detail: String? = nil) {
    self.init(operation, obstacle.number, detail: detail ?? obstacle.detail)
  }

  /// Whether there is no file of that name.
  package var isMissing: Bool { number == ENOENT }

  /// Whether there is a file of that name already.
  package var isTaken: Bool { number == EEXIST }

  /// Whether the file system has no second names for a file, or none for this one.
  package var hasNoLinks: Bool { [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK, EXDEV].contains(number) }

  /// Whether a file cannot get or lose a name because it is mounted by itself.
  package var isAboutMounts: Bool { number == EBUSY || number == EXDEV }

  /// Whether the file system has no locks.
  package var hasNoLocks: Bool { [ENOLCK, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(number) }

  /// Whether the file system cannot let two files take each other's names.
  package var hasNoExchange: Bool { [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(number) }

  /// Whether nobody may write here, and trying again will not help.
  package var isForReadingOnly: Bool { number == EROFS || number == EACCES || number == EPERM }

  /// Why the operation failed, by default in the system's words.
  package var reason: String { detail ?? systemReason }

  private var systemReason: String { strerror(number).map { String(cString: $0) } ?? "error \(number)" }
}
