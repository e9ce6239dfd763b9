import Foundation
import TypedSettings

/// A struct of every scalar.
struct SampledScalars: Sampled {
  var flag: Bool
  var int: Int
  var small: Int8
  var huge: Int128
  var natural: UInt64
  var enormous: UInt128
  var float: Float
  var double: Double
  var text: String
  var date: Date
  var data: Data
  var uuid: UUID
  var url: URL
  var decimal: Decimal

  static func sample(_ source: inout SampleSource) -> SampledScalars {
    SampledScalars(
      flag: .sample(&source), int: .sample(&source), small: .sample(&source), huge: .sample(&source),
      natural: .sample(&source), enormous: .sample(&source), float: .sample(&source), double: .sample(&source),
      text: .sample(&source), date: .sample(&source), data: .sample(&source), uuid: .sample(&source),
      url: .sample(&source), decimal: .sample(&source))
  }

  func isSame(as other: SampledScalars) -> Bool {
    flag == other.flag && int == other.int && small == other.small && huge == other.huge && natural == other.natural
      && enormous == other.enormous && float.isSame(as: other.float) && double.isSame(as: other.double)
      && text.isSame(as: other.text) && date.isSame(as: other.date) && data == other.data && uuid == other.uuid
      && url.isSame(as: other.url) && decimal == other.decimal
  }
}

/// A struct of collections and optionals.
struct SampledCollections: Sampled {
  var texts: [String]
  var doubles: [[Double?]]
  var byText: [String: Int?]
  var byNumber: [Int: Data]
  var byCase: [SampledWord: Float]
  var words: Set<SampledWord>
  var date: Date?
  var choice: SampledChoice?
  var value: SettingsValue

  static func sample(_ source: inout SampleSource) -> SampledCollections {
    SampledCollections(
      texts: .sample(&source), doubles: .sample(&source), byText: .sample(&source), byNumber: .sample(&source),
      byCase: .sample(&source), words: .sample(&source), date: .sample(&source), choice: .sample(&source),
      value: .sample(&source))
  }

  func isSame(as other: SampledCollections) -> Bool {
    texts.isSame(as: other.texts) && doubles.isSame(as: other.doubles) && byText.isSame(as: other.byText)
      && byNumber.isSame(as: other.byNumber) && byCase.isSame(as: other.byCase) && words == other.words
      && date.isSame(as: other.date) && choice.isSame(as: other.choice) && value == other.value
  }
}

/// A raw value that can't be a dictionary key.
enum SampledWord: String, Sampled, CaseIterable {
  case one, two, tree = "größe", empty = ""

  static func sample(_ source: inout SampleSource) -> SampledWord { source.pick(allCases) }
}

/// An enum with payloads.
indirect enum SampledChoice: Sampled {
  case nothing
  case number(Double)
  case labelled(text: String?, SampledWord)
  case both(SampledChoice, right: SampledChoice)
  case many([String: SampledChoice])

  static func sample(_ source: inout SampleSource) -> SampledChoice {
    switch source.below(source.depth > 0 ? 5 : 3) {
    case 0: .nothing
    case 1: .number(.sample(&source))
    case 2: .labelled(text: .sample(&source), .sample(&source))
    case 3: source.deeper { .both(.sample(&$0), right: .sample(&$0)) }
    default: .many(.sample(&source))
    }
  }

  func isSame(as other: SampledChoice) -> Bool {
    switch (self, other) {
    case (.nothing, .nothing): true
    case (.number(let left), .number(let right)): left.isSame(as: right)
    case (.labelled(let text, let word), .labelled(let otherText, let otherWord)):
      text.isSame(as: otherText) && word == otherWord
    case (.both(let left, let right), .both(let otherLeft, let otherRight)):
      left.isSame(as: otherLeft) && right.isSame(as: otherRight)
    case (.many(let left), .many(let right)): left.isSame(as: right)
    default: false
    }
  }
}

/// An object that contains others of its kind.
final class SampledObject: Sampled {
  var name: String
  var next: SampledObject?
  var children: [SampledObject]

  init(name: String, next: SampledObject?, children: [SampledObject]) {
    self.name = name
    self.next = next
    self.children = children
  }

  static func sample(_ source: inout SampleSource) -> SampledObject {
    let isLeaf = source.depth <= 0
    return source.deeper { source in
      SampledObject(
        name: .sample(&source), next: isLeaf ? nil : .sample(&source), children: isLeaf ? [] : .sample(&source))
    }
  }

  func isSame(as other: SampledObject) -> Bool {
    name.isSame(as: other.name) && next.isSame(as: other.next) && children.isSame(as: other.children)
  }
}

extension AnyCodable: Sampled {
  static func sample(_ source: inout SampleSource) -> AnyCodable {
    switch source.below(source.depth > 0 ? 7 : 5) {
    case 0: .null
    case 1: .bool(.sample(&source))
    case 2: .int(.sample(&source))
    // An integer decodes as Int, because the type tries Int first.
    case 3: .double(Double(source.below(1000)) + 0.5)
    case 4: .string(.sample(&source))
    case 5: .array(.sample(&source))
    default: .dictionary(.sample(&source))
    }
  }
}
