internal import TypedSettings

/// Values that the program itself creates and that nest too deep for any store.
enum Nesting {
  /// Nested arrays, encoded and decoded by the recursive code of a type.
  private struct Elements: Codable, Sendable {
    var levels: Int

    init(levels: Int) { self.levels = levels }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      levels = container.isAtEnd ? 1 : try container.decode(Elements.self).levels + 1
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      if levels > 1 { try container.encode(Elements(levels: levels - 1)) }
    }
  }

  /// Keeps a value alive forever, because releasing a deeply nested value takes as much stack as traversing it.
  private final class Holder: Sendable {
    let value: SettingsValue

    init(_ value: SettingsValue) { self.value = value }

    static func hold(_ value: SettingsValue) { _ = Unmanaged.passRetained(Holder(value)) }
  }

  /// Sets a value with the given number of levels, and one of a type that encodes as many.
  static func set(levels: Int, in store: FileSettingsStore) {
    let value = (1..<levels).reduce([] as SettingsValue) { value, _ in [value] }
    Holder.hold(value)
    let key = SettingsKey(domain: Sample.domain, name: "nested")
    Output.timed("made") {
      do {
        try store.set(value, forKey: key)
        Output.line("value \(key.name) set")
      } catch {
        Output.line("value \(key.name) \(Output.describe(error))")
      }
    }
    PreferenceContext.$store.withValue(store) {
      let record = SettingRecord<Elements>(
        name: "encoded", key: SettingsKey(domain: Sample.domain, name: "encoded"), default: Elements(levels: 1),
        coding: .automatic)
      Output.timed("encoded") {
        do {
          try record.set(Elements(levels: levels))
          Output.line("value encoded set")
        } catch {
          Output.line("value encoded \(Output.describe(error))")
        }
      }
    }
  }
}
