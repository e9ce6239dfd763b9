internal import TypedSettingsCore

// Messages for the person at the terminal: the name as it's typed, the value, and what can be typed instead.

extension ToolSession {
  /// Returns the failure for a change that was refused.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - text: The text of the value, if the user typed it as a whole.
  /// - Returns: The failure.
  func refusal(_ error: SettingsError, ofText text: String?) -> ToolFailure {
    let message = message(about: error, text)
    // The change is in effect then.
    if error.code == .notSaved { return ToolFailure(error, saying: message) }
    return ToolFailure(error, saying: "\(message); nothing was changed")
  }

  private func message(about error: SettingsError, _ text: String?) -> String {
    guard let key = error.key, let (name, setting) = settings.first(where: { $0.setting.key == key }) else {
      return Self.explanation(of: error)
    }
    switch error.code {
    case .undecodable, .invalid, .unencodable:
      let isSecret = setting.traits.contains(.secret)
      return error.message(aboutTyped: isSecret ? nil : text, for: name)
        + (error.codingPath.isEmpty ? hint(for: setting, text) : "")
    case .locked:
      let layer = setting.inspect().layers.lockingLayer
      return "\(name): decided by \(layer.map { description(ofLayer: $0, of: setting) } ?? "another layer")"
    default: return "\(name): \(Self.explanation(of: error))"
    }
  }

  /// Returns what an error means for a user, without the advice for a developer.
  static func explanation(of error: SettingsError) -> String {
    if error.code == .secretRefused {
      return "the program keeps its settings in plain text, and has no safe place for this secret"
    }
    return "\(error.found)\(error.underlying.map { ": \($0)" } ?? "")"
  }

  /// Returns an example of the JSON of a value with parts, for text that isn't JSON.
  private func hint(for setting: any Setting, _ text: String?) -> String {
    guard let first = text?.first, first != "[" else { return "" }
    if first == "{" {
      let hasKeysInTurn = "\(setting.valueType)".hasPrefix("Dictionary<")
      return hasKeysInTurn ? #"; write the keys and the values in turn, as in '[5, "a"]'"# : ""
    }
    switch SettingsSchema.Entry(of: setting, named: setting.name).form.unwrapped {
    case .array: return #"; write a list as JSON, such as '["a", "b"]', or add to it with '+='"#
    case .dictionary: return #"; write JSON, such as '{"name": 1}', or set one entry with '.name=1'"#
    case .object(let properties):
      let name = properties.first?.name ?? "name"
      return "; write JSON, or set one part, such as '.\(name)=…'"
    default: return ""
    }
  }
}
