/// The position that a run of a stream starts from, and whether the run starts with an element.
enum StreamStart: Sendable {
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
  var position: StreamPosition? {
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
indirect enum StreamPosition: Sendable {
  case setting(LiveValue.Snapshot)
  case pair(StreamPosition, StreamPosition)

  var parts: (StreamPosition?, StreamPosition?) {
    switch self {
    case .setting: (nil, nil)
    case .pair(let first, let second): (first, second)
    }
  }
}

/// The start of the loops over a stream, which follows the value that was last fetched from it.
final class StreamCursor: Sendable {
  let start: StreamStart
  private let lastFetch: LockedState<StreamPosition?>

  init(_ start: StreamStart = .later(nil), lastFetch: StreamPosition? = nil) {
    self.start = start
    self.lastFetch = LockedState(lastFetch)
  }

  /// A cursor for a stream that is derived from the cursor's stream, and whose fetches are its own.
  var copy: StreamCursor { StreamCursor(start, lastFetch: lastFetch.withLock { $0 }) }

  /// A cursor for a stream that is derived from two streams.
  func combined(with other: StreamCursor) -> StreamCursor {
    StreamCursor(start.beginsWithElement ? start : other.start)
  }

  /// Returns the current value.
  func fetch<Current>(from plan: StreamPlan<Current, some Any>) async -> Current {
    let position = plan.position()
    lastFetch.withLock { $0 = position }
    return await plan.value(position)
  }

  /// Creates an iterator.
  func makeAsyncIterator<Element>(over plan: StreamPlan<some Any, Element>) -> FetchableStream<Element>.AsyncIterator {
    let run = StreamRun()
    let start = start.beginsWithElement ? start : .later(lastFetch.withLock { $0 })
    return FetchableStream.AsyncIterator(run, plan.open(run, start))
  }
}
