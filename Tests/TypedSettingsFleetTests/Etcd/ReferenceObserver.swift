#if Etcd
  @preconcurrency import Dispatch
  import Foundation
  import TypedSettings
  import TypedSettingsFleet

  /// Compares the values and the state that programs see with those that are possible.
  ///
  /// It knows what was written, and when the server ran. It checks the state of each program every two milliseconds,
  /// and with each value.
  final class ReferenceObserver: Sendable {
    private struct State {
      var allowed: Set<Int> = [100]
      var violations: [String] = []
      var checkCount = 0
      /// The times at which the server ran; the last one is open while it runs.
      var runs: [(start: Date, end: Date?)] = [(.now, nil)]
      /// The time of the last word from the engine that each program has named.
      var lastWords: [Int: Date] = [:]
      var observations: [SettingObservation] = []
    }

    /// The time that a busy machine may delay a message or a program.
    private static let tolerance: TimeInterval = 2

    private let state = LockedState(State())
    private let silenceLimit: TimeInterval
    private let clients: [EtcdClient]
    private let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "reference"))

    /// Starts to observe programs that are connected.
    ///
    /// - Parameters:
    ///   - clients: The programs.
    ///   - silenceLimit: The seconds without a word from the engine after which the values are stale.
    init(_ clients: [EtcdClient], silenceLimit: TimeInterval) {
      self.clients = clients
      self.silenceLimit = silenceLimit
      let observations = clients.enumerated().map { number, client in
        client.settings.limit.observe { [weak self] value in
          self?.check(value: value, of: number)
          self?.checkState(of: number)
        }
      }
      state.withLock { $0.observations = observations }
      timer.setEventHandler { [weak self] in for number in clients.indices { self?.checkState(of: number) } }
      timer.schedule(deadline: .now(), repeating: .milliseconds(2))
      timer.resume()
    }

    deinit { timer.cancel() }

    /// The values and states that were impossible.
    var violations: [String] { state.withLock { $0.violations } }

    /// The number of states that were checked.
    var checkCount: Int { state.withLock { $0.checkCount } }

    /// Allows a value, before it's written.
    func allow(_ value: Int) { state.withLock { _ = $0.allowed.insert(value) } }

    /// Registers that the server was killed.
    func serverEnded() { state.withLock { $0.runs[$0.runs.count - 1].end = .now } }

    /// Registers that the server is about to start.
    func serverStarts() { state.withLock { $0.runs.append((.now, nil)) } }

    private func check(value: Int, of number: Int) {
      state.withLock { state in
        if !state.allowed.contains(value) {
          state.violations.append("program \(number) saw \(value), which was never written")
        }
      }
    }

    private func checkState(of number: Int) {
      let start = Date.now
      let current = clients[number].store.state
      state.withLock { state in
        state.checkCount += 1
        // The first violations are enough.
        guard state.violations.count < 20 else { return }
        func wasRunning(from first: Date, to last: Date) -> Bool {
          state.runs.contains { $0.start <= last && ($0.end ?? .now) + Self.tolerance >= first }
        }
        switch current {
        case .never: state.violations.append("program \(number) has lost what it knew")
        case .live:
          if !wasRunning(from: start - silenceLimit, to: .now) {
            state.violations.append("program \(number) was live long after the server had ended")
          }
        case .stale(let word), .reset(let word):
          if word > .now { state.violations.append("program \(number) names a word of the future") }
          if word < state.lastWords[number] ?? .distantPast {
            state.violations.append("program \(number) names an earlier word than before")
          }
          if !wasRunning(from: word, to: word) {
            state.violations.append("program \(number) names a word from a time without a server")
          }
          state.lastWords[number] = word
        }
      }
    }
  }
#endif
