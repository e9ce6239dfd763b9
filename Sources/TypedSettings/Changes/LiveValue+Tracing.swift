internal import Synchronization

extension LiveValue {
  /// Added to the revision while reads are traced.
  ///
  /// No cache has such a one, so every read asks for the snapshot. A read that is not traced pays nothing for that.
  @usableFromInline static let tracingMark: UInt64 = 1 << 62

  /// The number of the revision; asked for under the lock.
  var number: UInt64 { revision.load(ordering: .relaxed) & ~Self.tracingMark }

  /// Changes the number of the revision; runs under the lock.
  func setNumber(_ number: UInt64, _ state: borrowing State) {
    revision.store(state.traces == 0 ? number : number | Self.tracingMark, ordering: .releasing)
  }

  /// Makes every read ask for the snapshot, until ``endTrace()`` has been called as often.
  package func beginTrace() {
    state.withLock { state in
      state.traces += 1
      setNumber(number, state)
    }
  }

  /// Lets reads use their caches again.
  package func endTrace() {
    state.withLock { state in
      state.traces -= 1
      setNumber(number, state)
    }
  }
}
