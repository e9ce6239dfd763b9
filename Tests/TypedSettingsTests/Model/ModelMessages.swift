import TypedSettings

/// The texts that the library shows while a sequence is performed, none of which may contain a secret.
final class ModelMessages: Sendable {
  private let revealing = Log<String>()

  /// The texts that contain the value of a secret setting.
  var revealingTexts: [String] { revealing.elements }

  func add(_ text: String) {
    if ModelSchema.secretTexts.contains(where: { text.contains($0) }) { revealing.append(text) }
  }

  func add(_ error: any Error) {
    add("\(error)")
    for reason in (error as? SettingsError)?.reasons ?? [] { add("\(reason)") }
  }
}
