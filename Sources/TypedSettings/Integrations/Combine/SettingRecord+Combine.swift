#if canImport(Combine) || OpenCombine
  extension SettingRecord {
    /// The values of the setting for Combine, or OpenCombine: the current one first, then the later ones.
    ///
    /// ```swift
    /// let subscription = settings.$theme.publisher.sink { theme in logger.debug("\(theme)") }
    /// ```
    ///
    /// With ``SettingPublication/beforeStore`` a subscriber gets the new value while the property still has the old
    /// one, as with `@Published`.
    public var publisher: SettingPublisher<Value> { SettingPublisher(of: self) }

    /// A subject that publishes the values of the setting, and sets it with what it is sent.
    ///
    /// Each access makes a new one; a completion that is sent to it ends its own subscriptions and no others.
    public var subject: SettingSubject<Value> { SettingSubject(of: self) }
  }
#endif
