#if !canImport(Darwin)
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  // Calls that are looked up by name, because the modules of the C libraries lack their headers.

  extension SystemCalls {
    private typealias List = @convention(c) (Int32, UnsafeMutablePointer<CChar>?, Int) -> Int
    private typealias Get = @convention(c) (Int32, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
    private typealias Set = @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32

    private static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
      dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }

    /// The file system types of Linux whose files another machine may change.
    ///
    /// Most of their clients determine the end of a file before they write there, and none is notified of the changes
    /// of another machine. A FUSE file system may be local, but nothing reveals that.
    private static let remoteFileSystems: Swift.Set<UInt32> = [
      0x0102_1997,  // 9P, as in virtual machines and in WSL
      0x5346_414F, 0x6B41_4653,  // AFS, by OpenAFS and by the kernel's own client
      0x1983_0326,  // BeeGFS
      0x00C3_6400,  // Ceph
      0xFF53_4D42, 0xFE53_4D42, 0x517B,  // CIFS, SMB 2 and SMB
      0x7375_7245,  // Coda
      0x6573_5546,  // FUSE, with virtiofs
      0x0116_1970,  // GFS2
      0x4750_4653,  // GPFS
      0x0BD0_0BD0,  // Lustre
      0x6969,  // NFS
      0x7461_636F,  // OCFS2
      0x2003_0528,  // OrangeFS
      0xAAD7_AAEA,  // PanFS
      0x7C7C_6673,  // the shared folders of Parallels
      0x786F_4256,  // those of VirtualBox
      0xBACB_ACBC,  // those of VMware
    ]

    /// Copies the extended attributes of a file, including its access list, as far as this process may set them.
    ///
    /// Attributes that can't be copied are left out: a file system may not support them, and the system may reserve a
    /// label for itself.
    static func copyExtendedAttributes(of source: Int32, to file: Int32) {
      guard let list = function("flistxattr", as: List.self), let get = function("fgetxattr", as: Get.self),
        let set = function("fsetxattr", as: Set.self)
      else { return }
      let names = bytes { list(source, $0?.assumingMemoryBound(to: CChar.self), $1) }
      for name in names.split(separator: 0) {
        let name = name.map(CChar.init(bitPattern:)) + [0]
        let value = bytes { get(source, name, $0, $1) }
        _ = set(file, name, value, value.count, 0)
      }
    }

    /// Returns the bytes that a call writes to a buffer, after a first call has returned their number.
    private static func bytes(_ call: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8] {
      let size = call(nil, 0)
      guard size > 0 else { return [] }
      return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = max(call(UnsafeMutableRawPointer(buffer.baseAddress), size), 0)
      }
    }
  }

  extension SystemCalls {
    /// The number of users from outside of a user namespace; see user_namespaces(7).
    static let unknownUser: UInt32? = {
      let number: UInt32 = 65_534
      // Each line has the first number inside, the first number outside, and a count.
      let ranges = fileText("/proc/self/uid_map").split(separator: "\n").map { line in
        line.split(separator: " ").compactMap { UInt64($0) }
      }
      let isMapped = ranges.contains { $0.count == 3 && $0[0] <= number && UInt64(number) - $0[0] < $0[2] }
      return ranges.isEmpty || isMapped ? nil : number
    }()

    /// Returns the text of a short file of the kernel; an empty one if it can't be read.
    private static func fileText(_ path: String) -> String {
      guard let file = fopen(path, "r") else { return "" }
      defer { fclose(file) }
      let bytes = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
        count = fread(buffer.baseAddress, 1, buffer.count, file)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  #if canImport(Glibc)
    extension SystemCalls {
      /// `renameat2`, or `nil` if the C library lacks it.
      static let renameWithFlags = function(
        "renameat2",
        as: (@convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32).self)

      /// `RENAME_EXCHANGE` of the kernel's interface.
      static let exchangeFlag: UInt32 = 2

      private static let fileSystemStatus = function(
        "fstatfs", as: (@convention(c) (Int32, UnsafeMutableRawPointer) -> Int32).self)

      /// Returns whether another machine may change the files of a folder; `false` if that's unknown.
      static func isRemote(_ folder: Int32) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { buffer in
          guard let call = fileSystemStatus, let status = buffer.baseAddress, call(folder, status) == 0 else {
            return false
          }
          // The status begins with a machine word, whose lower half is the type.
          return remoteFileSystems.contains(UInt32(truncatingIfNeeded: status.load(as: Int.self)))
        }
      }
    }

    extension SystemCalls {
      private static let extendedStatus = function(
        "statx",
        as: (@convention(c) (Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutableRawPointer) -> Int32).self)

      // The layout and the flags of `statx` are part of the kernel's interface, and the same on all machines.
      private static let length = 256
      private static let linkCountOffset = 16
      private static let inodeOffset = 32
      private static let sizeOffset = 40
      private static let deviceOffset = 136
      private static let wanted: UInt32 = 0x4 | 0x100 | 0x200
      private static let ofTheDescriptor: Int32 = 0x1000

      package func extent(of file: FileDescriptor) throws(FileSystemError) -> FileExtent {
        let found = Self.extendedStatus.flatMap { call in
          withUnsafeTemporaryAllocation(byteCount: Self.length, alignment: 8) { buffer -> FileExtent? in
            guard let parts = buffer.baseAddress,
              call(file.number, "", Self.ofTheDescriptor, Self.wanted, parts) == 0,
              parts.load(as: UInt32.self) & Self.wanted == Self.wanted,
              // Otherwise reading the whole status finds out what the descriptor belongs to.
              file.opening == 0 || DescriptorTable.file(of: file) == Self.identity(in: parts)
            else { return nil }
            return FileExtent(
              size: Int(parts.load(fromByteOffset: Self.sizeOffset, as: UInt64.self)),
              linkCount: Int(parts.load(fromByteOffset: Self.linkCountOffset, as: UInt32.self)))
          }
        }
        if let found { return found }
        // The call doesn't exist, or is forbidden, as in some containers.
        return FileExtent(try status(of: file))
      }

      /// Returns the file of a status, whose device consists of two numbers; see makedev(3).
      private static func identity(in parts: UnsafeMutableRawPointer) -> FileIdentity {
        let major = UInt64(parts.load(fromByteOffset: deviceOffset, as: UInt32.self))
        let minor = UInt64(parts.load(fromByteOffset: deviceOffset + 4, as: UInt32.self))
        let device = (major & ~0xFFF) << 32 | (major & 0xFFF) << 8 | (minor & ~0xFF) << 12 | minor & 0xFF
        return FileIdentity(device: device, inode: parts.load(fromByteOffset: inodeOffset, as: UInt64.self))
      }
    }
  #elseif canImport(Musl)
    extension SystemCalls {
      /// Returns whether another machine may change the files of a folder; `false` if that's unknown.
      static func isRemote(_ folder: Int32) -> Bool {
        var status = statvfs()
        guard let offset = MemoryLayout<statvfs>.offset(of: \.f_namemax), fstatvfs(folder, &status) == 0 else {
          return false
        }
        // The type comes next since version 1.2.5 of the library. Earlier ones have zeros there, and no member for it.
        let type = withUnsafeBytes(of: &status) { bytes in
          bytes.load(fromByteOffset: offset + MemoryLayout<UInt>.size, as: UInt32.self)
        }
        return remoteFileSystems.contains(type)
      }
    }
  #endif
#endif
