// A dispatch source may be used from any thread; its protocol does not say so.
@preconcurrency internal import Dispatch
internal import TypedSettingsCore
internal import TypedSettingsFiles

/// Calls a closure when a socket can be read or written, once for each request.
///
/// Nothing runs while there is no request. The socket isn't closed before the last source has been canceled.
final class ReadinessSource: Sendable {
  private static let queue = DispatchQueue(label: "TypedSettings.StreamTransport", qos: .utility)

  private let source: any DispatchSourceProtocol
  /// A Boolean value that indicates whether the source isn't suspended.
  private let isActive = LockedState(false)

  enum Direction {
    case reading, writing
  }

  /// Creates a source without a request.
  ///
  /// - Parameters:
  ///   - direction: The direction of interest.
  ///   - file: The socket.
  ///   - onReady: A closure that returns whether it requests another call.
  init(_ direction: Direction, of file: OpenFile, _ onReady: @escaping @Sendable () -> Bool) {
    let number = file.descriptor.number
    switch direction {
    case .reading: source = DispatchSource.makeReadSource(fileDescriptor: number, queue: Self.queue)
    case .writing: source = DispatchSource.makeWriteSource(fileDescriptor: number, queue: Self.queue)
    }
    source.setCancelHandler { withExtendedLifetime(file) {} }
    source.setEventHandler { [weak self] in
      self?.suspend()
      if onReady() { self?.request() }
    }
  }

  deinit {
    source.cancel()
    // A suspended source must not be released.
    request()
  }

  /// Requests a call of the closure.
  func request() {
    isActive.withLock { isActive in
      if !isActive { source.resume() }
      isActive = true
    }
  }

  private func suspend() {
    isActive.withLock { isActive in
      if isActive { source.suspend() }
      isActive = false
    }
  }
}
