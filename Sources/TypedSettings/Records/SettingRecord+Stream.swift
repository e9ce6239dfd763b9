extension SettingRecord {
  /// The later values of the setting, from now on and without the present one.
  ///
  /// A consumer that is slow gets the newest value and misses those in between; the last value always arrives. The
  /// stream stops observing when it is cancelled, or when nobody holds it any more.
  public var stream: AsyncStream<Value> {
    _ = link.load()
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let live = link.live
    let token = live.observe { change in
      if !self.isSame(change.oldValue, change.value) { continuation.yield(self.value(of: change)) }
    }
    continuation.onTermination = { _ in live.removeObserver(token) }
    return stream
  }

  private func value(of change: SettingsChange) -> Value {
    guard let revision = change.revision else { return reading(of: change.value).value }
    return read(LiveValue.Snapshot(value: change.value, revision: revision))
  }
}
