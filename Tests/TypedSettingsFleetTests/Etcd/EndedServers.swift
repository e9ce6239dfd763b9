#if Etcd
  import TypedSettings

  /// The servers that have ended by themselves.
  ///
  /// A test that waits for a program of such a server would otherwise wait until its time limit.
  final class EndedServers: Sendable {
    /// A server that a test waits for has ended by itself.
    struct Failure: Error {}

    private struct State {
      var urls: Set<String> = []
      var lastNumber = 0
      var waits: [Int: (urls: Set<String>, end: AsyncStream<Void>.Continuation)] = [:]
    }

    static let shared = EndedServers()

    private let state = LockedState(State())

    /// Adds a server, and ends the operations that depend on it.
    func add(_ url: String) {
      let ended = state.withLock { state in
        state.urls.insert(url)
        return state.waits.values.filter { $0.urls.contains(url) }.map { $0.end }
      }
      for wait in ended { wait.finish() }
    }

    /// Performs an operation, which ends as soon as one of its servers has ended.
    ///
    /// - Parameters:
    ///   - urls: The servers.
    ///   - operation: The operation, which ends soon after its task is canceled.
    /// - Throws: The error of the operation, or the failure of a server.
    func perform(withServersAt urls: [String], _ operation: @escaping @Sendable () async throws -> Void) async throws {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await operation() }
        group.addTask {
          await self.waitForEnd(ofOneOf: Set(urls))
          throw Failure()
        }
        _ = try await group.next()
        group.cancelAll()
      }
    }

    /// Waits until a server has ended, or until the task is canceled.
    private func waitForEnd(ofOneOf urls: Set<String>) async {
      let (stream, end) = AsyncStream<Void>.makeStream()
      let number = state.withLock { state -> Int? in
        guard state.urls.isDisjoint(with: urls) else { return nil }
        state.lastNumber += 1
        state.waits[state.lastNumber] = (urls, end)
        return state.lastNumber
      }
      guard let number else { return }
      for await _ in stream {}
      state.withLock { state in _ = state.waits.removeValue(forKey: number) }
    }
  }
#endif
