extension SettingsForwarding {
  /// A selector that more than one setting could answer to.
  public struct Ambiguity: Sendable {
    /// The selector.
    public let selector: String

    /// The setting that answers; `nil` if none does, because all of them are nested.
    public let chosen: (any Setting)?

    /// The settings that do not answer.
    public let passedOver: [any Setting]
  }
}

extension SettingsForwarding.Ambiguity: CustomStringConvertible {
  /// The selector, and the keys of the settings in the order of their declarations.
  public var description: String {
    let others = passedOver.map { "'\($0.key)'" }.joined(separator: ", ")
    guard let chosen else { return "'\(selector)' means none of \(others)" }
    return "'\(selector)' means '\(chosen.key)' and not \(others)"
  }
}
