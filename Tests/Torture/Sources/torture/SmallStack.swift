#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The stack size of all threads but the main one on Apple platforms, used on every platform.
enum SmallStack {
  private static let size = 512 << 10

  /// The operation of the thread, in a class because the thread takes one pointer.
  private final class Operation: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs an operation on a thread with a small stack, and waits for it.
  static func run(_ body: @escaping @Sendable () -> Void) {
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    guard pthread_attr_setstacksize(&attributes, size) == 0 else { Output.fail("cannot have a stack of \(size) bytes") }
    let operation = Unmanaged.passRetained(Operation(body)).toOpaque()
    let result = pthread_create(
      &thread, &attributes,
      { pointer in
        let pointer: UnsafeMutableRawPointer? = pointer
        guard let pointer else { return nil }
        Unmanaged<Operation>.fromOpaque(pointer).takeRetainedValue().body()
        return nil
      }, operation)
    guard result == 0 else { Output.fail("cannot make a thread: \(result)") }
    #if !canImport(Glibc)
      guard let thread else { return }
    #endif
    pthread_join(thread, nil)
  }
}
