extension SettingRecord {
  /// Keeps this setting and another one at the same value, whoever changes either of them.
  ///
  /// ```swift
  /// let everywhere = TimerSettings.make(alternateStore: store)
  /// let syncing = settings.$theme.sync(with: everywhere.$theme)
  /// ```
  ///
  /// The two may be in different stores, have different keys, and be stored in different forms. Before this function
  /// returns the other one has the value of this one. Later, a change of either goes to the other; where both have
  /// changed, this one's value wins. What is the default for both is not stored for the other's sake, and a stored value
  /// that cannot be read is not passed on.
  ///
  /// A value that has been passed on is not passed back, also where the other side's form has less room for it. Where
  /// a side refuses the value, or is locked, that goes to ``SettingsDiagnostics`` and the two differ until one of them
  /// changes again. Let syncs form no ring, and let no two settings be synced in both directions: each would follow its
  /// own rule about who wins.
  ///
  /// - Parameters:
  ///   - other: The other setting.
  ///   - lifetime: What the syncing ends with, if its task is not cancelled before.
  /// - Returns: The task of the syncing, which ends when it is cancelled.
  @discardableResult
  public func sync(
    with other: SettingRecord<Value>, for lifetime: SettingLifetime? = nil
  ) -> Task<Void, Never> {
    let agreement = SettingAgreement(between: self, and: other)
    let place = lifetime?.makePlace()
    let task = Task {
      await agreement.keep()
      place?.close()
    }
    place?.hold(task)
    return task
  }
}
