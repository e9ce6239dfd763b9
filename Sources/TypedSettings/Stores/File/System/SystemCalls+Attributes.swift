#if !canImport(Darwin)
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  extension SystemCalls {
    private typealias List = @convention(c) (Int32, UnsafeMutablePointer<CChar>?, Int) -> Int
    private typealias Get = @convention(c) (Int32, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
    private typealias Set = @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32

    /// Copies the extended attributes of a file, its access list among them, as far as the copier may set them.
    ///
    /// What cannot be copied is left out: a file system may not have it, and a label may be the system's own affair. The
    /// calls are looked up by name, because the module of the C library does not have their header.
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

    static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
      dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }

    /// What a call fills a buffer with that it has first told the size of.
    private static func bytes(_ call: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8] {
      let size = call(nil, 0)
      guard size > 0 else { return [] }
      return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = max(call(UnsafeMutableRawPointer(buffer.baseAddress), size), 0)
      }
    }
  }
#endif
