import Foundation
import Testing
import TypedSettings

private struct Point: Codable, Equatable {
  var x = 0
  var y: Int?
  var others: [Point] = []
}

struct LifetimeTests {
  /// An object that a decoder keeps alive for as long as the decoder exists.
  private final class Witness: Sendable {}

  @Test(
    arguments: [
      ["x": 1, "y": 2, "others": []], ["x": 1, "others": []], ["x": "1", "y": [], "others": [["y": "z"]]], "nothing",
      ["x": 1, "others": [["x": 2, "others": [[]]]]],
    ] as [SettingsValue], [MigratingDecoder.UndecodableElements.failContainer, .drop])
  func `no object of a decoder outlives it`(
    stored: SettingsValue, undecodableElements: MigratingDecoder.UndecodableElements
  ) throws {
    let key = try #require(CodingUserInfoKey(rawValue: "witness"))
    weak var witness: Witness?
    do {
      let object = Witness()
      witness = object
      var decoder = MigratingDecoder()
      decoder.undecodableElements = undecodableElements
      decoder.userInfo = [key: object]
      // Whether the value decodes doesn't matter here.
      do { _ = try decoder.decode(Point.self, from: stored) } catch {}
      do { _ = try decoder.decode(Point.self, from: stored, default: Point(x: 1, y: 2)) } catch {}
    }
    #expect(witness == nil)
  }

  @Test(arguments: [Figure.circle(radius: 1, label: "l"), .stack([.circle(radius: 2, label: nil)]), .refusal])
  func `no object of an encoder outlives it`(figure: Figure) throws {
    let key = try #require(CodingUserInfoKey(rawValue: "witness"))
    weak var witness: Witness?
    do {
      let object = Witness()
      witness = object
      var encoder = MigratingEncoder()
      encoder.userInfo = [key: object]
      // Whether the value encodes doesn't matter here.
      do { _ = try encoder.encode(figure) } catch {}
    }
    #expect(witness == nil)
  }

  /// Requests nested containers, as the synthesized code for payloads does.
  enum Figure: Encodable, Sendable {
    case circle(radius: Double, label: String?)
    case stack([Figure])
    case refused(Refused)

    static let refusal = Figure.stack([.refused(Refused())])
  }

  struct Refused: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws { throw CancellationError() }
  }
}
