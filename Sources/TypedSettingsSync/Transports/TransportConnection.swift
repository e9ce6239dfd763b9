/// One run of a transport's events, which produces them when asked.
///
/// Events that haven't been requested take no memory beyond what the connection keeps anyway.
protocol TransportConnection: AnyObject, Sendable {
  /// Waits for the next event.
  ///
  /// - Returns: The event, or `nil` if the task is canceled.
  /// - Throws: An error if the connection has ended.
  func next() async throws -> SyncTransportEvent?
}

extension TransportConnection {
  /// The events of the connection, which retain it until they have ended or are released.
  var events: AsyncThrowingStream<SyncTransportEvent, any Error> {
    AsyncThrowingStream {
      do { return try await self.next() } catch is CancellationError { return nil }
    }
  }
}

extension AsyncThrowingStream where Element == SyncTransportEvent, Failure == any Error {
  /// Creates a sequence that throws an error at once.
  init(throwing error: any Error) { self.init { throw error } }
}

/// A token that keeps a closure registered, for example for changes of a channel.
package final class ChannelObservation: Sendable {
  private let cancel: @Sendable () -> Void

  init(cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }

  deinit { cancel() }
}
