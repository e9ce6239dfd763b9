internal import TypedSettingsCore
internal import TypedSettingsFormats

#if os(Linux) || os(Android)
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// A thread that runs work after a delay without using a file descriptor, and exits when there is none.
  final class WaitingThread: Sendable {
    private struct Work {
      let due: ContinuousClock.Instant
      let run: @Sendable () -> Void
    }

    private struct State {
      var thread = WorkerRole()
      /// The work in the order it was added.
      var work: [Work] = []
    }

    private enum Step {
      case run(@Sendable () -> Void)
      case wait, end
    }

    private let state = LockedState(State())

    /// The time between two checks of the clock, in microseconds.
    private static let pause: UInt32 = 10_000

    func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
      let isFirst = state.withLock { state in
        state.work.append(Work(due: .now + delay, run: work))
        return state.thread.claim()
      }
      if isFirst { start() }
    }

    private func start() {
      let context = Unmanaged.passRetained(self)
      var thread = pthread_t()
      let result = pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<WaitingThread>.fromOpaque(context).takeRetainedValue().runAll() }
          return nil
        }, context.toOpaque())
      if result == 0 {
        pthread_detach(thread)
      } else {
        // The next call tries again, and its thread runs this work too.
        context.release()
        state.withLock { $0.thread.resign() }
      }
    }

    private func runAll() {
      while true {
        switch next() {
        case .run(let work): ForkBarrier.shared.run(work)
        case .wait: usleep(Self.pause)
        case .end: return
        }
      }
    }

    private func next() -> Step {
      state.withLock { state in
        let now = ContinuousClock.now
        // Of work that's due at the same time, the one that was added first.
        let first = state.work.indices.min { state.work[$0].due < state.work[$1].due }
        guard let first else {
          state.thread.resign()
          return .end
        }
        return state.work[first].due <= now ? .run(state.work.remove(at: first).run) : .wait
      }
    }
  }
#endif
