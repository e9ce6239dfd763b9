#if Configuration
  import Configuration
  import TypedSettings

  /// A provider whose lookups and watches can fail.
  final class FailingProvider: ConfigProvider {
    private struct State {
      var values: [AbsoluteConfigKey: ConfigValue]
      let onLookup: @Sendable () -> Void
      var isFailing = false
      var failsLookups = false
      var watchCount = 0
      var watches: [Int: AsyncStream<any ConfigSnapshot>.Continuation] = [:]

      var snapshot: Values { Values(values: values, isFailing: isFailing || failsLookups, onLookup: onLookup) }
    }

    private struct Values: ConfigSnapshot {
      let values: [AbsoluteConfigKey: ConfigValue]
      let isFailing: Bool
      let onLookup: @Sendable () -> Void
      let providerName = "failing"

      func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        onLookup()
        if isFailing { throw Failure() }
        return try MutableInMemoryProvider(initialValues: values).value(forKey: key, type: type)
      }
    }

    private struct Failure: Error {}

    private let state: LockedState<State>

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - values: The values.
    ///   - onLookup: A closure that is called with each lookup, before the value is returned.
    init(_ values: [AbsoluteConfigKey: ConfigValue], onLookup: @escaping @Sendable () -> Void = {}) {
      state = LockedState(State(values: values, onLookup: onLookup))
    }

    var providerName: String { "failing" }

    /// The number of watches that were started.
    var watchCount: Int { state.withLock { $0.watchCount } }

    /// The number of watches that haven't ended.
    var activeCount: Int { state.withLock { $0.watches.count } }

    /// A Boolean value that indicates whether lookups fail; setting it to `true` ends all watches with an error.
    var isFailing: Bool {
      get { state.withLock { $0.isFailing } }
      set {
        let watches = state.withLock { state in
          state.isFailing = newValue
          return newValue ? Array(state.watches.values) : []
        }
        for watch in watches { watch.finish() }
      }
    }

    /// A Boolean value that indicates whether lookups fail, but watches don't.
    var failsLookups: Bool {
      get { state.withLock { $0.failsLookups } }
      set { state.withLock { $0.failsLookups = newValue } }
    }

    func send(_ values: [AbsoluteConfigKey: ConfigValue]) {
      // A watch delivers the snapshot of this moment, whenever it's received.
      let (watches, snapshot) = state.withLock { state in
        state.values = values
        return (Array(state.watches.values), state.snapshot)
      }
      for watch in watches { watch.yield(snapshot) }
    }

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
      try snapshot().value(forKey: key, type: type)
    }

    func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
      try value(forKey: key, type: type)
    }

    nonisolated(nonsending) func watchValue<Return: ~Copyable>(
      forKey key: AbsoluteConfigKey, type: ConfigType,
      updatesHandler:
        nonisolated(nonsending) (
          ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
        ) async throws -> Return
    ) async throws -> Return {
      try await watchValueFromValue(forKey: key, type: type, updatesHandler: updatesHandler)
    }

    func snapshot() -> any ConfigSnapshot { state.withLock { $0.snapshot } }

    nonisolated(nonsending) func watchSnapshot<Return: ~Copyable>(
      updatesHandler:
        nonisolated(nonsending) (
          ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
        ) async throws -> Return
    ) async throws -> Return {
      let (stream, continuation) = AsyncStream<any ConfigSnapshot>.makeStream(bufferingPolicy: .bufferingNewest(1))
      let (number, isFailing) = state.withLock { state in
        state.watchCount += 1
        state.watches[state.watchCount] = continuation
        continuation.yield(state.snapshot)
        return (state.watchCount, state.isFailing)
      }
      defer { state.withLock { state in _ = state.watches.removeValue(forKey: number) } }
      if isFailing { throw Failure() }
      let result = try await updatesHandler(ConfigUpdatesAsyncSequence(stream))
      if self.isFailing { throw Failure() }
      return result
    }
  }
#endif
