#if canImport(WatchConnectivity)
  internal import Foundation
  internal import ObjectiveC
  internal import TypedSettingsCore
  internal import WatchConnectivity

  /// The session of WatchConnectivity.
  final class WatchSessionChannel: ObjectiveC.NSObject, ApplicationContextChannel {
    static let shared = WatchSessionChannel()

    private struct State {
      var lastNumber = 0
      var observers: [Int: @Sendable () -> Void] = [:]
      /// The reason why the session couldn't be activated.
      var failure: String?
    }

    private let state = LockedState(State())
    /// Entries of the context are replaced one after the other.
    private let sending = ExclusiveAccess()

    func activate(_ onChange: @escaping @Sendable () -> Void) -> ChannelObservation {
      let number = state.withLock { state in
        state.lastNumber += 1
        state.observers[state.lastNumber] = onChange
        return state.lastNumber
      }
      if WCSession.isSupported() {
        let session = WCSession.default
        if session.delegate == nil { session.delegate = self }
        if session.activationState != .activated, session.delegate === self { session.activate() }
      } else {
        state.withLock { $0.failure = "a device without WatchConnectivity" }
      }
      return ChannelObservation { [weak self] in self?.remove(number) }
    }

    private func remove(_ number: Int) {
      let removed = state.withLock { $0.observers.removeValue(forKey: number) }
      withExtendedLifetime(removed) {}
    }

    var phase: ApplicationContextPhase {
      if let failure = state.withLock({ $0.failure }) { return .failed(failure) }
      return WCSession.default.activationState == .activated ? .active : .inactive
    }

    func received(forKey key: String) -> [UInt8]? {
      (WCSession.default.receivedApplicationContext[key] as? Data).map([UInt8].init)
    }

    func send(_ bytes: [UInt8], forKey key: String) throws(ApplicationContextError) {
      try sending.run { () throws(ApplicationContextError) in
        let session = WCSession.default
        var context = session.applicationContext
        context[key] = Data(bytes)
        do { try session.updateApplicationContext(context) } catch {
          if (error as? WCError)?.code == .payloadTooLarge { throw .tooLarge }
          throw .unavailable(error.localizedDescription)
        }
      }
    }

    /// Calls all registered closures.
    func notify() { for observer in state.withLock({ $0.observers }).values { observer() } }
  }

  extension WatchSessionChannel: WCSessionDelegate {
    func session(
      _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState, error: (any Error)?
    ) {
      state.withLock { $0.failure = error?.localizedDescription }
      notify()
    }

    func session(_ session: WCSession, didReceiveApplicationContext applicationContext: [String: Any]) { notify() }

    #if !os(watchOS)
      func sessionDidBecomeInactive(_ session: WCSession) { notify() }

      func sessionDidDeactivate(_ session: WCSession) {
        notify()
        // Connects to the watch that the user has switched to.
        session.activate()
      }
    #endif
  }
#endif
