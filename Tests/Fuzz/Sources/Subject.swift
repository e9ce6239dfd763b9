import TypedSettingsCore
import TypedSettingsFiles
import TypedSettingsFormats

/// A type to decode stored values into.
struct Subject: Sendable {
  /// Decodes a stored value in every way and checks the results.
  let check: @Sendable (SettingsValue) -> Void

  /// Creates a subject that compares values by their stored form, bit for bit.
  init<Value: Codable>(_ value: @escaping @Sendable () -> Value) {
    check = { stored in
      for decoder in Self.decoders {
        Self.check(Value.self) { () throws(SettingsError) in try decoder.decode(Value.self, from: stored) }
        Self.check(Value.self) { () throws(SettingsError) in
          try decoder.decode(Value.self, from: stored, default: value())
        }
      }
    }
  }

  private static let decoders = [MigratingDecoder(), dropping]

  private static let dropping = {
    var decoder = MigratingDecoder()
    decoder.undecodableElements = .drop
    return decoder
  }()

  /// Checks that a decoded value encodes, unless it exceeds the limits, and then decodes and encodes to the same form.
  private static func check<Value: Codable>(_ type: Value.Type, _ decode: () throws(SettingsError) -> Value) {
    let value: Value
    do { value = try decode() } catch { return }
    let tree: SettingsValue
    do throws(SettingsError) { tree = try MigratingEncoder().encode(value) } catch {
      precondition([.tooDeep, .tooLarge].contains(error.code), "\(type) decodes and does not encode: \(error)")
      return
    }
    do {
      let again = try MigratingEncoder().encode(MigratingDecoder().decode(type, from: tree))
      precondition(again == tree, "\(type) is \(tree) first and \(again) then")
    } catch {
      preconditionFailure("\(type) does not decode from its own form \(tree): \(error)")
    }
  }

  static let all = [
    Subject { true }, Subject { 5 }, Subject { UInt8(6) }, Subject { 0.5 }, Subject { "t" }, Subject { Int128(7) },
    Subject { Scalars() }, Subject { Nested() }, Subject { Figure.square(1, .one) }, Subject { [Word.one] },
    Subject { ["a": Scalars()] }, Subject { [1: Figure.one] }, Subject { Tree.node(left: .leaf(1), right: .leaf(2)) },
    Subject { Chain("a", next: Chain("b")) }, Subject { Manual(number: 1, list: [1, nil], word: .two) },
    Subject { Anything.list([.number(1), .text("a")]) }, Subject { [[1]] }, Subject { Scalars?.none },
    Subject { SettingsValue.null },
  ]
}
