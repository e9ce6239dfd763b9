/// One run of a stream: asked for the next element again and again, by one task at a time.
package protocol StreamPoll<Element>: AnyObject {
  associatedtype Element: Sendable

  /// The next element, without waiting for one; `nil` if there is none yet.
  func next(isolation: isolated (any Actor)?) async -> Element?

  /// Whether there is no second element before the run's signal is raised again; who knows saves a poll.
  var givesOneElementAtATime: Bool { get }
}

extension StreamPoll {
  /// Says that nobody knows.
  package var givesOneElementAtATime: Bool { false }
}
