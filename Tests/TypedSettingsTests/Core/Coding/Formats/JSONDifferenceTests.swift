import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

/// The library's JSON reader and writer compared with Foundation's.
struct JSONDifferenceTests {
  @Test func `a document of any spelling reads as JSONDecoder reads it`() throws {
    var generator = SeededGenerator(seed: 31)
    for _ in 0..<3_000 {
      let text = Data(generator.json().utf8)
      let value = try JSONReader.value(of: text)
      #expect(
        try JSONDecoder().decode(JSONPeerTree.self, from: text).isSame(as: value), "\(text.base64EncodedString())")
    }
  }

  @Test func `a document of any spelling reads as JSONSerialization reads it`() throws {
    var generator = SeededGenerator(seed: 32)
    for _ in 0..<3_000 {
      let text = Data(generator.json().utf8)
      let object = try JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)
      #expect(try JSONReader.value(of: text).withoutNotation.isSame(as: object), "\(text.base64EncodedString())")
    }
  }

  @Test func `a damaged document that is readable reads as JSONDecoder reads it`() throws {
    var generator = SeededGenerator(seed: 33)
    var readable = 0
    for _ in 0..<5_000 {
      var text = Data(generator.json().utf8)
      let place = generator.number(below: text.count)
      text.replaceSubrange(place...place, with: Data(#"0-.e,:"\[]{} a"#.utf8.shuffled(using: &generator).prefix(1)))
      guard case .value(let value) = outcome(of: try JSONReader.value(of: text)) else { continue }
      readable += 1
      #expect(
        try JSONDecoder().decode(JSONPeerTree.self, from: text).isSame(as: value), "\(text.base64EncodedString())")
    }
    #expect(readable > 500)
  }

  @Test func `JSONDecoder reads both layouts`() throws {
    var generator = SeededGenerator(seed: 34)
    for _ in 0..<2_000 {
      let value = generator.plainValue()
      for text in [try JSONWriter.data(of: value), Data(try JSONWriter.document(of: value))] {
        #expect(
          try JSONDecoder().decode(JSONPeerTree.self, from: text).isSame(as: value), "\(text.base64EncodedString())")
      }
    }
  }
}
