/// The position that a run of a stream starts from, and whether the run starts with an element.
package enum StreamStart: Sendable {
  /// Starts with the newest value at the first poll, so no change is lost between it and the second element.
  case current
  /// Starts with the value at a position, or when the run is opened; operators compare later values with it.
  case baseline(StreamPosition?)
  /// Starts with the first change after a position, or after the run is opened.
  case later(StreamPosition?)

  /// A Boolean value that indicates whether the first element is an existing value rather than a change.
  var beginsWithElement: Bool {
    switch self {
    case .current, .baseline: true
    case .later: false
    }
  }

  /// The position after which changes count, or `nil` for the moment when the run is opened.
  package var position: StreamPosition? {
    switch self {
    case .current: nil
    case .baseline(let position), .later(let position): position
    }
  }

  /// The start for the run below an operator that requires the value before the first change.
  var withBaseline: StreamStart {
    switch self {
    case .current, .baseline: self
    case .later(let position): .baseline(position)
    }
  }

  /// The starts for the runs below an operator on two streams.
  var ofParts: (StreamStart, StreamStart) {
    switch self {
    case .current: (.current, .current)
    case .baseline(let position): (.baseline(position?.parts.0), .baseline(position?.parts.1))
    case .later(let position): (.later(position?.parts.0), .later(position?.parts.1))
    }
  }
}

/// The state of a stream's settings at one moment.
package indirect enum StreamPosition: Sendable {
  case setting(LiveValue.Snapshot)
  case pair(StreamPosition, StreamPosition)

  var parts: (StreamPosition?, StreamPosition?) {
    switch self {
    case .setting: (nil, nil)
    case .pair(let first, let second): (first, second)
    }
  }
}

/// The position of the value that was last fetched from a stream.
final class LastFetch: Sendable {
  private let storage: LockedState<StreamPosition?>

  init(_ position: StreamPosition? = nil) { storage = LockedState(position) }

  var position: StreamPosition? {
    get { storage.withLock { $0 } }
    set { storage.withLock { $0 = newValue } }
  }
}
