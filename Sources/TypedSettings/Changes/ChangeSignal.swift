internal import Synchronization

/// A signal that values may have changed, for an observer that collects changes later.
///
/// Only the first change after ``lower()`` calls the observer, so later ones cost little more than without an observer.
/// One signal can watch several live values.
package final class ChangeSignal: Sendable {
  private let flag = Atomic<Bool>(false)
  private let onRaise: @Sendable () -> Void

  /// Creates a signal that isn't raised.
  ///
  /// - Parameter onRaise: A closure that's called for the first change, after the change and without holding a lock.
  package init(onRaise: @escaping @Sendable () -> Void) { self.onRaise = onRaise }

  /// A Boolean value that indicates whether the next change has no effect, under the lock that protects the value.
  ///
  /// A write that finds the signal raised is collected, because the signal is lowered before the value is read under
  /// the same lock.
  @inline(__always)
  var isRaised: Bool { flag.load(ordering: .relaxed) }

  /// Raises the signal, under the lock that protects the changed value.
  ///
  /// - Returns: `false` if it was raised already; otherwise, call ``notify()`` after the lock is released.
  @inline(__always)
  func raise() -> Bool {
    if isRaised { return false }
    return !flag.exchange(true, ordering: .sequentiallyConsistent)
  }

  /// Calls the observer, for the change that raised the signal.
  func notify() { onRaise() }

  /// Reports a change of a value without a lock of its own.
  package func raiseAndNotify() {
    if !flag.exchange(true, ordering: .sequentiallyConsistent) { onRaise() }
  }

  /// Lowers the signal; call this method before reading the values.
  package func lower() {
    flag.store(false, ordering: .sequentiallyConsistent)
    // The values are read after the signal is lowered.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
  }
}
