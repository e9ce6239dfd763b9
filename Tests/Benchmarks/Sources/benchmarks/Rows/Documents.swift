import Foundation
import TypedSettings

/// Conversion between whole documents and JSON, next to a reused decoder and encoder.
func measureDocuments(_ suite: Suite) {
  for (count, name) in [(1_000, "1,000"), (10_000, "10,000"), (100_000, "100,000")] {
    measureReading(suite, count: count, name: name)
    measureWriting(suite, count: count, name: name)
  }
  measureGrowth(suite, from: 1_000, "1,000", to: "10,000", atMost: 1.5)
  // Documents larger than the processor's caches pay the latency of memory for each setting, for the peer as well.
  measureGrowth(suite, from: 10_000, "10,000", to: "100,000", atMost: 2.5)
}

private let coding: SettingCoding<SettingsValue> = .jsonData

private func measureReading(_ suite: Suite, count: Int, name: String) {
  suite.compare("read a JSON document of \(name) settings") {
    let json = SettingsDocument(count: count).json
    let decoder = JSONDecoder()
    return [
      Contestant("JSONDecoder, types tried") {
        for _ in 0..<$0 { sink(required { try decoder.decode([String: [String: AnyJSON]].self, from: sunk(json)) }) }
      },
      Contestant("JSONDecoder, known types") {
        for _ in 0..<$0 { sink(required { try decoder.decode([String: KnownTypeSettings].self, from: sunk(json)) }) }
      },
      Contestant("JSONReader", against: "JSONDecoder, known types", targets: .ratio(1.0 / 4)) {
        for _ in 0..<$0 { sink(required { try coding.decode(.data(sunk(json))) }) }
      },
    ]
  }
}

private func measureWriting(_ suite: Suite, count: Int, name: String) {
  suite.compare("write a JSON document of \(name) settings") {
    let document = SettingsDocument(count: count)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return [
      Contestant("JSONEncoder, sorted") {
        for _ in 0..<$0 { sink(required { try encoder.encode(sunk(document.tree)) }) }
      },
      Contestant("JSONWriter", against: "JSONEncoder, sorted", targets: .ratio(1.0 / 5)) {
        for _ in 0..<$0 { sink(required { try coding.encode(sunk(document.value)) }) }
      },
    ]
  }
}

/// The cost of a document must grow linearly with its length.
private func measureGrowth(_ suite: Suite, from count: Int, _ small: String, to large: String, atMost limit: Double) {
  suite.compare("JSON grows with the document: read \(large)") {
    let (few, many) = (SettingsDocument(count: count).json, SettingsDocument(count: 10 * count).json)
    return [
      Contestant("\(small) settings, ten times") {
        for _ in 0..<10 * $0 { sink(required { try coding.decode(.data(sunk(few))) }) }
      },
      Contestant("\(large) settings", against: "\(small) settings, ten times", targets: .ratio(limit)) {
        for _ in 0..<$0 { sink(required { try coding.decode(.data(sunk(many))) }) }
      },
    ]
  }
  suite.compare("JSON grows with the document: write \(large)") {
    let (few, many) = (SettingsDocument(count: count).value, SettingsDocument(count: 10 * count).value)
    return [
      Contestant("\(small) settings, ten times") {
        for _ in 0..<10 * $0 { sink(required { try coding.encode(sunk(few)) }) }
      },
      Contestant("\(large) settings", against: "\(small) settings, ten times", targets: .ratio(limit)) {
        for _ in 0..<$0 { sink(required { try coding.encode(sunk(many)) }) }
      },
    ]
  }
}
