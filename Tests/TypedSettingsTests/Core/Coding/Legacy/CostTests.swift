import Foundation
import Testing
import TypedSettings

/// Tries to decode a list and then a dictionary, and counts the attempts.
private indirect enum Alternative: Decodable {
  case list([Alternative])
  case dictionary([String: Alternative])

  static let counter = CodingUserInfoKey(rawValue: "counter")

  init(from decoder: any Decoder) throws {
    (Self.counter.flatMap { decoder.userInfo[$0] } as? Log<Void>)?.append(())
    do {
      self = .list(try [Alternative](from: decoder))
    } catch {
      self = .dictionary(try [String: Alternative](from: decoder))
    }
  }
}

/// A tree node that counts how often it is decoded.
private indirect enum Branch: Decodable {
  case leaf(Int)
  case node(left: Branch, right: Branch)

  private enum Key: CodingKey { case left, right, number }

  init(from decoder: any Decoder) throws {
    (Alternative.counter.flatMap { decoder.userInfo[$0] } as? Log<Void>)?.append(())
    let container = try decoder.container(keyedBy: Key.self)
    self =
      if container.contains(.number) {
        .leaf(try container.decode(Int.self, forKey: .number))
      } else {
        .node(
          left: try container.decode(Branch.self, forKey: .left),
          right: try container.decode(Branch.self, forKey: .right))
      }
  }
}

struct CostTests {
  /// Each leaf has an older form in a different place and uses one of the 256 allowed attempts.
  @Test func `decoding a large value with too many older forms stops early`() throws {
    let visits = Log<Void>()
    var decoder = MigratingDecoder()
    decoder.userInfo = [try #require(Alternative.counter): visits]
    let list = SettingsValue.array(Array(repeating: ["number": 5], count: 5_000))
    let tree = (1...8).reduce(["number": "5"]) { tree, _ in ["left": tree, "right": tree] } as SettingsValue
    #expect(throws: SettingsError.self) {
      try decoder.decode([[Branch]].self, from: [list, [["left": tree, "right": tree]]])
    }
    #expect((5_000..<300_000).contains(visits.elements.count))
    // The same places without the large part.
    #expect(throws: Never.self) { try decoder.decode(Branch.self, from: tree) }
  }

  /// The leaf is neither, so every level fails.
  ///
  /// At each level an older form is possible, or an element could be dropped. The values are deep enough to distinguish
  /// a cost that doubles with each level from one that doesn't.
  @Test(
    arguments: [
      (1...12).reduce(.date(.distantPast)) { value, _ in ["a": value, "b": [:]] },
      (1...12).reduce(.date(.distantPast)) { value, _ in [[], value] },
      (1...12).reduce("x") { value, level in level % 2 == 0 ? ["a": value] : [value] },
      .data(Data((String(repeating: "[", count: 12) + "5" + String(repeating: "]", count: 12)).utf8)),
    ] as [SettingsValue], [MigratingDecoder.UndecodableElements.failContainer, .drop])
  func `the cost of a failure is linear in the number of levels`(
    stored: SettingsValue, undecodableElements: MigratingDecoder.UndecodableElements
  ) throws {
    let visits = Log<Void>()
    var decoder = MigratingDecoder()
    decoder.undecodableElements = undecodableElements
    decoder.userInfo = [try #require(Alternative.counter): visits]
    // Whether the value decodes doesn't matter here.
    do { _ = try decoder.decode(Alternative.self, from: stored) } catch {}
    #expect((1..<4_000).contains(visits.elements.count))
  }
}
