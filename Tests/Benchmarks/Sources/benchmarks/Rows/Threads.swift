import Dispatch
import TypedSettings

/// Operations of two threads at once; each does the given number of them, so one that scales takes no longer.
func measureThreads(_ suite: Suite) {
  let observable = Shared(opaque { ObservableProperties() })
  let dictionary = Shared(opaque { LockedDictionary() })
  let settings = Shared(MeasuredSettings.opaque())
  settings.subject.count = 7

  for threads in [1, 2] {
    suite.compare("read of Int by \(threads) threads at once", clock: .wall) {
      [
        Contestant("@Observable") { inThreads(threads, $0) { for _ in 0..<$0 { sink(observable.subject.count) } } },
        Contestant("[String: Any] and Mutex") {
          inThreads(threads, $0) { for _ in 0..<$0 { sink(dictionary.subject.value("count", as: Int.self)) } }
        },
        Contestant("@Pref", targets: .ratio(1)) {
          inThreads(threads, $0) { for _ in 0..<$0 { sink(settings.subject.count) } }
        },
      ]
    }
    suite.compare("read of a String that isn't set by \(threads) threads at once", clock: .wall) {
      [
        Contestant("@Observable") { inThreads(threads, $0) { for _ in 0..<$0 { use(observable.subject.title) } } },
        Contestant("@Pref", targets: .ratio(1)) {
          inThreads(threads, $0) { for _ in 0..<$0 { use(settings.subject.title) } }
        },
      ]
    }
  }
}

/// A subject that several threads read.
private struct Shared<Subject>: @unchecked Sendable {  // Safe: nothing changes the subject while threads read it.
  let subject: Subject

  init(_ subject: Subject) { self.subject = subject }
}

private func inThreads(_ threads: Int, _ count: Int, _ work: @Sendable (Int) -> Void) {
  DispatchQueue.concurrentPerform(iterations: threads) { _ in work(count) }
}
