import Foundation
import TypedSettings

/// Conversion between values and stored values, next to JSON made by a reused encoder and decoder.
func measureCoding(_ suite: Suite) {
  let json = JSONPeer()
  let encoder = MigratingEncoder()
  let decoder = MigratingDecoder()
  let session = Session(number: 7)
  let sessionJSON = json.encode(session)
  let sessionValue = required { try encoder.encode(session) }

  suite.compare("encode a struct of 4 fields") {
    [
      Contestant("JSONEncoder") { for _ in 0..<$0 { sink(json.encode(sunk(session))) } },
      Contestant("MigratingEncoder", against: "JSONEncoder", targets: .ratio(1.0 / 3)) {
        for _ in 0..<$0 { sink(required { try encoder.encode(sunk(session)) }) }
      },
    ]
  }
  suite.compare("decode a struct of 4 fields") {
    [
      Contestant("JSONDecoder") { for _ in 0..<$0 { sink(json.decode(Session.self, from: sunk(sessionJSON))) } },
      Contestant("MigratingDecoder", against: "JSONDecoder", targets: .ratio(1.0 / 3)) {
        for _ in 0..<$0 { sink(required { try decoder.decode(Session.self, from: sunk(sessionValue)) }) }
      },
    ]
  }
  suite.compare("encode and decode an Int") {
    let coding: SettingCoding<Int> = .automatic
    return [
      Contestant("SettingCoding<Int>.automatic", targets: .amount(40)) {
        for number in 0..<$0 { sink(required { try coding.decode(coding.encode(sunk(number))) }) }
      }
    ]
  }
  measureLists(suite, json)
}

/// Arrays of structs; their cost must grow linearly with their length.
private func measureLists(_ suite: Suite, _ json: JSONPeer) {
  let encoder = MigratingEncoder()
  let decoder = MigratingDecoder()
  let lists = [10, 100, 1_000].map { count in (0..<count).map(Session.init) }
  let texts = lists.map(json.encode)
  let trees = lists.map { list in required { try encoder.encode(list) } }

  for (index, name) in ["10", "100", "1,000"].enumerated() {
    let (list, text, tree) = (lists[index], texts[index], trees[index])
    suite.compare("encode an array of \(name) structs") {
      [
        Contestant("JSONEncoder") { for _ in 0..<$0 { sink(json.encode(sunk(list))) } },
        Contestant("MigratingEncoder", against: "JSONEncoder") {
          for _ in 0..<$0 { sink(required { try encoder.encode(sunk(list)) }) }
        },
      ]
    }
    suite.compare("decode an array of \(name) structs") {
      [
        Contestant("JSONDecoder") { for _ in 0..<$0 { sink(json.decode([Session].self, from: sunk(text))) } },
        Contestant("MigratingDecoder", against: "JSONDecoder") {
          for _ in 0..<$0 { sink(required { try decoder.decode([Session].self, from: sunk(tree)) }) }
        },
      ]
    }
  }
  suite.compare("coding grows with the length: encode") {
    [
      Contestant("100 structs, ten times") {
        for _ in 0..<$0 * 10 { sink(required { try encoder.encode(sunk(lists[1])) }) }
      },
      Contestant("1,000 structs", against: "100 structs, ten times", targets: .ratio(1.2)) {
        for _ in 0..<$0 { sink(required { try encoder.encode(sunk(lists[2])) }) }
      },
    ]
  }
  suite.compare("coding grows with the length: decode") {
    [
      Contestant("100 structs, ten times") {
        for _ in 0..<$0 * 10 { sink(required { try decoder.decode([Session].self, from: sunk(trees[1])) }) }
      },
      Contestant("1,000 structs", against: "100 structs, ten times", targets: .ratio(1.2)) {
        for _ in 0..<$0 { sink(required { try decoder.decode([Session].self, from: sunk(trees[2])) }) }
      },
    ]
  }
}

/// Foundation's JSON, with one encoder and one decoder for all calls.
private struct JSONPeer {
  private let encoder = JSONEncoder()
  private let decoder = JSONDecoder()

  func encode(_ value: some Encodable) -> Data { required { try encoder.encode(value) } }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) -> Value {
    required { try decoder.decode(type, from: data) }
  }
}

/// Returns the result of an operation that can't fail for the values measured here.
@inline(__always)
func required<Result>(_ operation: () throws -> Result) -> Result {
  do { return try operation() } catch { fatalError("a value of the benchmarks cannot be coded: \(error)") }
}
