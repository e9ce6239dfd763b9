import Foundation
import Testing
import TypedSettings

/// The outcome of reading hostile bytes.
enum Outcome: Equatable {
  case value(SettingsValue)
  case error(SettingsError.Code)
}

/// Runs a reader; an error of the library is an outcome.
func outcome(of read: @autoclosure () throws -> SettingsValue) -> Outcome { outcome(read) }

/// Runs a reader on a thread with a stack as small as those of Apple's secondary threads.
func outcomeOnSmallStack(of read: @autoclosure @escaping @Sendable () throws -> SettingsValue) async -> Outcome {
  await onSmallStack { outcome(read) }
}

/// Runs an operation on a thread with a stack as small as those of Apple's secondary threads.
func onSmallStack<Result: Sendable>(_ operation: @escaping @Sendable () -> Result) async -> Result {
  // The result passes through a lock, because the thread sanitizer doesn't see the synchronization of a continuation
  // that is resumed before it is awaited.
  let results = Log<Result>()
  await withCheckedContinuation { continuation in
    let thread = Thread {
      results.append(operation())
      continuation.resume()
    }
    thread.stackSize = smallStackSize
    thread.start()
  }
  return results.elements[0]
}

/// The CPU time of this thread, independent of other load on the machine.
func processorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

private func outcome(_ read: () throws -> SettingsValue) -> Outcome {
  do { return .value(try read()) } catch { return .error((error as? SettingsError)?.code ?? .storeFailed) }
}

extension SettingsValue {
  /// Returns a number inside the given number of nested arrays.
  static func nested(_ levels: Int) -> SettingsValue { (0..<levels).reduce(0) { value, _ in [value] } }
}
