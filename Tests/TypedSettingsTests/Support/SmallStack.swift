import Foundation

/// Runs an operation on a thread with the stack size of Apple's secondary threads: 512 KB.
func onSmallStack<Result: Sendable>(_ operation: @escaping @Sendable () throws -> Result) throws -> Result {
  let log = Log<Swift.Result<Result, any Error>>()
  let finished = DispatchSemaphore(value: 0)
  let thread = Thread {
    log.append(Swift.Result(catching: operation))
    finished.signal()
  }
  thread.stackSize = smallStackSize
  thread.start()
  finished.wait()
  guard let result = log.elements.first else { throw SomeError() }
  return try result.get()
}

/// The stack size of Apple's secondary threads; a sanitizer makes every frame several times as large.
let smallStackSize = 512 * 1024 * (isSanitized ? 8 : 1)

/// Whether the tests are instrumented, which also makes them several times as slow.
let isSanitized = {
  let program = dlopen(nil, RTLD_NOW)
  return dlsym(program, "__tsan_init") != nil || dlsym(program, "__asan_init") != nil
}()
