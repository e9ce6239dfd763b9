extension SettingRecord {
  /// The values of the setting: the current one for the asking, and the later ones in a loop.
  ///
  /// ```swift
  /// let themes = settings.$theme.fetchableStream
  /// print(await themes())
  /// for await theme in themes { print(theme) }
  /// ```
  ///
  /// Keep the stream if you iterate it more than once: its loops share one observer of the setting.
  public var fetchableStream: FetchableStream<Value> { fetchableStream(buffering: .newest(1)) }

  /// The current value of the setting and then the later ones, each once.
  ///
  /// ```swift
  /// for await theme in settings.$theme.values { print(theme) }
  /// ```
  public var values: FetchableStream<Value> { fetchableStream.withCurrent }

  /// The values of the setting, with more of them kept for a loop that is slower than the writers.
  ///
  /// - Parameter buffering: How many values are kept.
  /// - Returns: The stream.
  public func fetchableStream(buffering: StreamBuffering) -> FetchableStream<Value> {
    let hub = ChangeHub(link.live)
    return FetchableStream(
      current: { mark in
        if case .setting(let snapshot) = mark { self.read(snapshot) } else { self.load() }
      },
      plan: StreamPlan(mark: { .setting(self.link.load()) }) { run, start in
        switch buffering {
        case .newest(...1): NewestValuePoll(of: self, start, hub.subscribe(run.signal))
        case .newest(let count): EveryValuePoll(of: self, start, hub, run.signal, capacity: count)
        case .unbounded: EveryValuePoll(of: self, start, hub, run.signal, capacity: .max)
        }
      })
  }
}
