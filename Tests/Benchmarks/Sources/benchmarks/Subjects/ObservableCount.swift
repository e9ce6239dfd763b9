import Observation

/// A number that any thread may write, as no more than the standard library observes it.
@Observable
final class ObservableCount: @unchecked Sendable {
  // `@unchecked`: one thread writes it, and a word cannot be read half-written on the machines that this runs on.
  var count = 0
}
