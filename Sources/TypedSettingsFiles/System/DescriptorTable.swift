internal import TypedSettingsCore
internal import TypedSettingsFormats

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The descriptors of folders and journals that this library keeps open, each with its file.
///
/// A program can close all descriptors, as daemons do when they start. From then on, the number of one may belong to
/// another file, of the program or of this library.
enum DescriptorTable {
  private struct Entry: Sendable {
    let opening: UInt32
    let file: FileIdentity
  }

  private struct Entries: Sendable {
    var byNumber: [Int32: Entry] = [:]
    /// The number of the last opening, which distinguishes two files with the same descriptor.
    var lastOpening: UInt32 = 0
  }

  private static let entries = LockedState(Entries())

  /// Adds a descriptor that was just opened.
  static func add(_ descriptor: FileDescriptor) -> FileDescriptor {
    let number = descriptor.number
    guard case .file(let file) = lookUp(number) else { return descriptor }
    return entries.withLock { entries in
      entries.lastOpening &+= 1
      // Zero is the number of a descriptor that isn't in the table.
      if entries.lastOpening == 0 { entries.lastOpening = 1 }
      entries.byNumber[number] = Entry(opening: entries.lastOpening, file: file)
      return FileDescriptor(number: number, opening: entries.lastOpening)
    }
  }

  /// Removes a descriptor that's no longer used.
  ///
  /// - Returns: `true` if the caller has to close it.
  static func remove(_ descriptor: FileDescriptor) -> Bool {
    if descriptor.opening == 0 { return true }
    let removed = entries.withLock { entries -> Entry? in
      guard entries.byNumber[descriptor.number]?.opening == descriptor.opening else { return nil }
      return entries.byNumber.removeValue(forKey: descriptor.number)
    }
    guard let removed else { return false }
    return switch lookUp(descriptor.number) {
    case .file(let present): present == removed.file
    case .closed: false
    case .unknown: true
    }
  }

  /// Returns whether a descriptor is still open for its file; `true` if that can't be determined.
  static func isOpen(_ descriptor: FileDescriptor) -> Bool {
    if descriptor.opening == 0 { return true }
    return switch lookUp(descriptor.number) {
    case .file(let present): file(of: descriptor) == present
    case .closed: false
    case .unknown: true
    }
  }

  /// Returns the file that a descriptor was opened for; `nil` if another file of this library has the number.
  static func file(of descriptor: FileDescriptor) -> FileIdentity? {
    entries.withLock { entries in
      entries.byNumber[descriptor.number].flatMap { $0.opening == descriptor.opening ? $0.file : nil }
    }
  }

  private enum Finding {
    case file(FileIdentity)
    /// No file is open with the number.
    case closed
    /// The system can't look at the file.
    case unknown
  }

  private static func lookUp(_ number: Int32) -> Finding {
    var status = stat()
    if fstat(number, &status) == 0 { return .file(FileIdentity(status)) }
    return errno == EBADF ? .closed : .unknown
  }
}
