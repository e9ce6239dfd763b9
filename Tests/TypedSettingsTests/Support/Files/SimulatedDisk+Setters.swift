import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

extension SimulatedDisk {
  /// Lets another thread write a setting during each synchronization by a process.
  ///
  /// The other thread has half a minute for a write that takes microseconds.
  ///
  /// - Parameters:
  ///   - name: The name of the setting, which gets the values from zero on.
  ///   - process: The process.
  ///   - limit: The number of writes. During later synchronizations, the thread only acquires the lock of a write.
  ///   - body: The body that synchronizes.
  /// - Returns: Whether the thread was done in time, for each synchronization.
  func write(
    _ name: String, in process: SimulatedProcess, limit: Int = .max, duringSynchronizationsBy body: () throws -> Void
  ) rethrows -> [Bool] {
    let written = Log<Bool>()
    interrupt { call in
      guard call.operation == .synchronize, call.process == process.number else { return }
      let isDone = DispatchSemaphore(value: 0)
      let number = written.elements.count
      Thread.detachNewThread {
        if number < limit {
          do { try process.set(name, .integer(Int64(number))) } catch { Issue.record(error) }
        } else {
          _ = process.core.state
        }
        isDone.signal()
      }
      written.append(isDone.wait(timeout: .now() + 30) == .success)
    }
    defer { interrupt(with: nil) }
    try body()
    return written.elements
  }
}
