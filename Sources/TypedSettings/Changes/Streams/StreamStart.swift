/// The moment that a run of a stream begins with, and whether it begins with an element.
package enum StreamStart: Sendable {
  /// The first element is the newest value at the first poll, so nothing is missed between it and the second.
  case current
  /// The first element is the value at a moment, or when the run is opened: operators compare later values with it.
  case baseline(StreamMark?)
  /// The first element is the first change after a moment, or after the run is opened.
  case later(StreamMark?)

  /// Whether the first element is a value that was there before, and not a change.
  var beginsWithElement: Bool {
    switch self {
    case .current, .baseline: true
    case .later: false
    }
  }

  /// The moment that changes count from; `nil` for the moment when the run is opened.
  package var mark: StreamMark? {
    switch self {
    case .current: nil
    case .baseline(let mark), .later(let mark): mark
    }
  }

  /// The start of the run below an operator that must know the value before the first change.
  var withBaseline: StreamStart {
    switch self {
    case .current, .baseline: self
    case .later(let mark): .baseline(mark)
    }
  }

  /// The starts of the runs below an operator of two streams.
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

/// The moment of the value that a stream was asked for last.
final class AskedMoment: Sendable {
  private let moment: LockedState<StreamMark?>

  init(_ mark: StreamMark? = nil) { moment = LockedState(mark) }

  var mark: StreamMark? {
    get { moment.withLock { $0 } }
    set { moment.withLock { $0 = newValue } }
  }
}
