/// One run of a stream: asked for the next element again and again, by one task at a time.
package protocol StreamPoll<Element>: AnyObject {
  associatedtype Element: Sendable

  /// The next element, without waiting for one; `nil` if there is none yet.
  func next(isolation: isolated (any Actor)?) async -> Element?
}
