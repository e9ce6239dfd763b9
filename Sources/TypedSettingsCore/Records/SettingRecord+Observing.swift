extension SettingRecord {
  /// Calls a function with each new value, on the thread that changes it and before the write returns.
  ///
  /// ```swift
  /// let observation = settings.$theme.observe { theme in print(theme) }
  /// ```
  ///
  /// The calls are made one at a time, in commit order, without repeats, and outside all locks: the function may read
  /// and write settings. If another thread is calling observers of the setting, that thread makes the call instead,
  /// possibly after the write returns. For asynchronous code, see ``fetchableStream``.
  ///
  /// - Parameter onChange: The function to call. The setting's ``SettingObservation/Timing`` determines whether the
  ///   store already holds the value.
  /// - Returns: An observation that ends when it is deallocated.
  public func observe(_ onChange: @escaping @Sendable (Value) -> Void) -> SettingObservation {
    let relay = ValueRelay(of: self, onChange)
    // Weak, because the observation may be kept after it has ended.
    return link.observe(includesAnnouncements: true, onCancel: { [weak relay] in relay?.stop() }) { relay.receive($0) }
  }

  /// The later values of the setting, without the current one.
  ///
  /// A slow consumer receives the newest value and misses those in between; the last value always arrives. The stream
  /// stops observing when it is canceled or deallocated.
  public var stream: AsyncStream<Value> {
    _ = link.load()
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let live = link.live
    let delivered = DeliveredValue()
    let token = live.observe { change in
      let isNew = delivered.isNew(
        change.newValue, revision: change.revision, after: .some(change.oldValue), identity: self.identity)
      if isNew { continuation.yield(self.value(of: change)) }
    }
    continuation.onTermination = { _ in live.removeObserver(token) }
    return stream
  }

  private func value(of change: SettingsChange) -> Value {
    guard let revision = change.revision else { return decodingResult(of: change.newValue).value }
    return read(LiveValue.Snapshot(value: change.newValue, revision: revision))
  }

  /// An asynchronous sequence of the later values, whose current value you can also fetch.
  ///
  /// ```swift
  /// let themes = settings.$theme.fetchableStream
  /// print(await themes())
  /// for await theme in themes { print(theme) }
  /// ```
  ///
  /// Keep the stream if you iterate it more than once: its loops share one observer of the setting.
  public var fetchableStream: FetchableStream<Value> { fetchableStream(buffering: .newest(1)) }

  /// The current value of the setting, followed by the later ones, each once.
  ///
  /// ```swift
  /// for await theme in settings.$theme.values { print(theme) }
  /// ```
  public var values: FetchableStream<Value> { fetchableStream.withCurrent }

  /// Returns the values of the setting, with a buffer for consumers that are slower than the writers.
  ///
  /// The buffer belongs to a loop and exists from its beginning. Changes between a fetch and the loop arrive as one
  /// element, which is the newest value.
  ///
  /// - Parameter buffering: The number of values to buffer.
  /// - Returns: The stream.
  public func fetchableStream(buffering: StreamBufferingPolicy) -> FetchableStream<Value> {
    let hub = ChangeHub(link.live)
    return FetchableStream(
      StreamPlan(
        value: { position in
          if case .setting(let snapshot) = position { self.read(snapshot) } else { self.load() }
        }, position: { .setting(self.link.load()) }
      ) { run, start in
        switch buffering {
        case .newest(...1): NewestValuePoll(of: self, start, hub.subscribe(run.signal))
        case .newest(let count): EveryValuePoll(of: self, start, hub, run.signal, capacity: count)
        case .unbounded: EveryValuePoll(of: self, start, hub, run.signal, capacity: .max)
        }
      })
  }
}
