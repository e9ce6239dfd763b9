/// The mark that a run of a stream starts from, and whether the run starts with an element.
package enum StreamStart: Sendable {
  /// Starts with the newest value at the first poll, so no change is lost between it and the second element.
  case current
  /// Starts with the value at a mark, or when the run is opened; operators compare later values with it.
  case baseline(StreamMark?)
  /// Starts with the first change after a mark, or after the run is opened.
  case later(StreamMark?)

  /// A Boolean value that indicates whether the first element is an existing value rather than a change.
  var beginsWithElement: Bool {
    switch self {
    case .current, .baseline: true
    case .later: false
    }
  }

  /// The mark after which changes count, or `nil` for the moment when the run is opened.
  package var mark: StreamMark? {
    switch self {
    case .current: nil
    case .baseline(let mark), .later(let mark): mark
    }
  }

  /// The start for the run below an operator that requires the value before the first change.
  var withBaseline: StreamStart {
    switch self {
    case .current, .baseline: self
    case .later(let mark): .baseline(mark)
    }
  }

  /// The starts for the runs below an operator on two streams.
  var ofParts: (StreamStart, StreamStart) {
    switch self {
    case .current: (.current, .current)
    case .baseline(let mark): (.baseline(mark?.parts.0), .baseline(mark?.parts.1))
    case .later(let mark): (.later(mark?.parts.0), .later(mark?.parts.1))
    }
  }
}

/// The state of a stream's settings at one moment.
package indirect enum StreamMark: Sendable {
  case setting(LiveValue.Snapshot)
  case pair(StreamMark, StreamMark)

  var parts: (StreamMark?, StreamMark?) {
    switch self {
    case .setting: (nil, nil)
    case .pair(let first, let second): (first, second)
    }
  }
}

/// The mark of the value that was last fetched from a stream.
final class LastFetch: Sendable {
  private let storage: LockedState<StreamMark?>

  init(_ mark: StreamMark? = nil) { storage = LockedState(mark) }

  var mark: StreamMark? {
    get { storage.withLock { $0 } }
    set { storage.withLock { $0 = newValue } }
  }
}
