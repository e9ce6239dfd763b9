internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The file system of the operating system.
package struct SystemCalls: FileSystem {
  package init() {}

  package func openFolder(_ path: String) throws(FileSystemError) -> FileDescriptor {
    try Self.descriptor("open the folder") { Self.openFile(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  }

  package func makeFolder(_ path: String) throws(FileSystemError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else {
      throw FileSystemError("make the folder", errno)
    }
    try makeFolder(String(path[..<slash]))
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw FileSystemError("make the folder", errno) }
  }

  package func open(
    _ name: String, in folder: FileDescriptor, for access: FileAccess
  ) throws(FileSystemError) -> FileDescriptor {
    // Without O_NONBLOCK, a pipe with the name of the file would block forever.
    let always = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let (operation, flags) =
      switch access {
      case .reading: ("open a file", O_RDONLY)
      case .writing: ("open a file for writing", O_RDWR)
      case .writingOrCreating: ("open or make a file", O_RDWR | O_CREAT)
      case .creating: ("make a file", O_RDWR | O_CREAT | O_EXCL)
      case .appending: ("open a file for writing", O_RDWR | O_APPEND)
      }
    // No file is made in a folder of the program.
    if flags & O_CREAT != 0 { _ = try Self.number(of: folder) }
    do throws(FileSystemError) {
      let file = try Self.descriptor(operation) { openat(folder.number, name, always | flags, 0o600 as mode_t) }
      // Other files are closed again soon.
      return access == .appending ? DescriptorTable.add(file) : file
    } catch {
      throw error.isMissing || DescriptorTable.isOpen(folder) ? error : .closedDescriptor
    }
  }

  package func mayWrite(_ name: String, in folder: FileDescriptor) -> Bool {
    // A folder that another machine has removed is opened again after the next operation fails, and so is one that the
    // program has closed.
    faccessat(folder.number, name, W_OK, AT_EACCESS) == 0 || errno == ENOENT || errno == ESTALE
      || !DescriptorTable.isOpen(folder)
  }

  package func close(_ file: FileDescriptor) {
    // After an error, EINTR included, the descriptor is closed on all supported systems.
    if DescriptorTable.remove(file) { closeDescriptor(file.number) }
  }

  package func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus {
    var status = stat()
    guard fstat(file.number, &status) == 0 else {
      throw errno == EBADF && file.opening != 0 ? .closedDescriptor : FileSystemError("look at a file", errno)
    }
    if file.opening != 0, DescriptorTable.file(of: file) != FileIdentity(status) { throw .closedDescriptor }
    return FileStatus(status)
  }

  /// Returns the number of a descriptor that's still open for its file.
  static func number(of file: FileDescriptor) throws(FileSystemError) -> Int32 {
    guard DescriptorTable.isOpen(file) else { throw .closedDescriptor }
    return file.number
  }

  package func status(of name: String, in folder: FileDescriptor) throws(FileSystemError) -> FileStatus? {
    var status = stat()
    do throws(FileSystemError) {
      try Self.successByName("look at a file") { fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) }
    } catch {
      if error.isMissing { return nil }
      throw DescriptorTable.isOpen(folder) ? error : .closedDescriptor
    }
    return FileStatus(status)
  }

  package func destination(ofLink name: String, in folder: FileDescriptor) throws(FileSystemError) -> String {
    let capacity = Int(PATH_MAX)
    var failure: Int32 = 0
    let path = String(unsafeUninitializedCapacity: capacity) { buffer in
      let count = buffer.withMemoryRebound(to: CChar.self) { buffer in
        buffer.baseAddress.map { readlinkat(folder.number, name, $0, capacity) } ?? 0
      }
      if count < 0 { failure = errno }
      return max(count, 0)
    }
    if failure != 0 { throw FileSystemError("follow a symbolic link", failure) }
    return path
  }

  package func names(in folder: String) throws(FileSystemError) -> [String] {
    guard let entries = opendir(folder) else { throw FileSystemError("list the folder", errno) }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  package func rename(_ name: String, to newName: String, in folder: FileDescriptor) throws(FileSystemError) {
    let folder = try Self.number(of: folder)
    try Self.successByName("rename a file") { renameat(folder, name, folder, newName) }
  }

  package func exchange(_ name: String, with other: String, in folder: FileDescriptor) throws(FileSystemError) {
    #if canImport(Darwin)
      let folder = try Self.number(of: folder)
      try Self.successByName("exchange two files") {
        renameatx_np(folder, name, folder, other, UInt32(RENAME_SWAP))
      }
    #elseif canImport(Glibc)
      guard let rename = Self.renameWithFlags else { throw FileSystemError("exchange two files", ENOSYS) }
      let folder = try Self.number(of: folder)
      try Self.successByName("exchange two files") { rename(folder, name, folder, other, Self.exchangeFlag) }
    #else
      throw FileSystemError("exchange two files", ENOSYS)
    #endif
  }

  package func link(_ name: String, as newName: String, in folder: FileDescriptor) throws(FileSystemError) {
    let folder = try Self.number(of: folder)
    try Self.successByName("link a file") { linkat(folder, name, folder, newName, 0) }
  }

  package func remove(_ name: String, in folder: FileDescriptor) throws(FileSystemError) {
    let folder = try Self.number(of: folder)
    try Self.successByName("remove a file") { unlinkat(folder, name, 0) }
  }

  package var effectiveUser: UInt32 { geteuid() }

  package var unknownUser: UInt32? {
    #if canImport(Darwin)
      nil
    #else
      Self.unknownUser
    #endif
  }

  package var processNumber: Int32 { getpid() }

  package var forkCount: Int { ForkBarrier.shared.forkCount }

  private static let openFolders = FolderTable()

  package var folders: FolderTable? { Self.openFolders }

  package func random() -> UInt64 { .random(in: .min ... .max) }
}

// Inside the type, its method hides the function of the system.
private func closeDescriptor(_ number: Int32) { _ = close(number) }
