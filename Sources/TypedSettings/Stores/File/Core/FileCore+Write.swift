extension FileCore {
  /// Values to be written, as one step.
  struct Write: Sendable {
    private let parts: [FileContents.Change]
    /// What keys must have for the write to take place.
    let expected: [FileContents.Change]
    /// The live value, where there is but one key: that the value differs has been checked.
    let live: LiveValue?
    /// Its value.
    let value: SettingsValue?
    let origin: SettingsChange.Origin
    /// Whether the write has to survive a power cut.
    let isDurable: Bool

    /// A write of values by their keys.
    init(
      changes: [FileContents.Change], expected: [FileContents.Change] = [], origin: SettingsChange.Origin,
      isDurable: Bool = false
    ) {
      parts = changes
      self.expected = expected
      self.origin = origin
      self.isDurable = isDurable
      live = nil
      value = nil
    }

    /// A write of a live value.
    init(_ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, isDurable: Bool) {
      parts = []
      expected = []
      self.origin = origin
      self.isDurable = isDurable
      self.live = live
      self.value = value
    }

    /// The values by their keys; made when it is asked for, which most writes of a live value need not.
    var changes: [FileContents.Change] { live.map { [($0.key, value)] } ?? parts }
  }
}
