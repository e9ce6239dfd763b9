extension SettingRecord {
  /// Calls a function with each later value, at once and on the thread that changes it.
  ///
  /// ```swift
  /// let observation = settings.$theme.observe { theme in print(theme) }
  /// ```
  ///
  /// The calls come one at a time, in the order of the commits and without repeats, and outside every lock: the
  /// function may read and write settings. For code that awaits, see ``fetchableStream``.
  ///
  /// - Parameter onChange: What is called. Whether the store holds the value by then says the setting's
  ///   ``SettingPublication``.
  /// - Returns: What keeps the function being called.
  public func observe(_ onChange: @escaping @Sendable (Value) -> Void) -> SettingObservation {
    let relay = ValueRelay(of: self, onChange)
    return link.observe(hearsAnnouncements: true) { relay.hear($0) }
  }

  /// The value that a stored form stands for; the default where there is none.
  func value(of stored: SettingsValue?) -> Value {
    let snapshot = link.load()
    return snapshot.value == stored ? read(snapshot) : reading(of: stored).value
  }
}
