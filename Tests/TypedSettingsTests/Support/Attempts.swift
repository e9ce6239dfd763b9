import Foundation
import Testing
import TypedSettings

/// What came of reading hostile bytes.
enum Outcome: Equatable {
  case value(SettingsValue)
  case error(SettingsError.Code)
}

/// Runs a reader; an error of the library is an outcome.
func outcome(of read: @autoclosure () throws -> SettingsValue) -> Outcome { outcome(read) }

/// Runs a reader on a thread with a stack as small as Apple's secondary threads have.
func outcomeOnSmallStack(of read: @autoclosure @escaping @Sendable () throws -> SettingsValue) async -> Outcome {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: outcome(read)) }
    thread.stackSize = 512 * 1024
    thread.start()
  }
}

private func outcome(_ read: () throws -> SettingsValue) -> Outcome {
  do { return .value(try read()) } catch { return .error((error as? SettingsError)?.code ?? .storeFailed) }
}

extension SettingsValue {
  /// Arrays nested so deep around a number.
  static func nested(_ levels: Int) -> SettingsValue { (0..<levels).reduce(0) { value, _ in [value] } }
}
