/// What the first element of a run of a stream is.
package enum StreamStart: Sendable {
  /// The newest value at the first poll, so nothing is missed between it and the second.
  case current
  /// The value at the moment the run is opened: what operators compare later values with.
  case baseline
  /// The first change after the run is opened.
  case later

  /// The start of what an operator runs on that must know the value before the first change.
  var withBaseline: StreamStart { self == .later ? .baseline : self }
}
