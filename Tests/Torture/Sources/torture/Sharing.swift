internal import Dispatch
internal import Synchronization
internal import TypedSettings

/// Values that prove by themselves that they are complete, and whose storage is on the heap.
protocol SelfEvident: Codable, Sendable {
  init(number: Int)
  var isWhole: Bool { get }
}

extension String: SelfEvident {
  init(number: Int) {
    let letter = number % 26
    self.init(repeating: Character(UnicodeScalar(UInt8(97 + letter))), count: 20 + letter)
  }

  var isWhole: Bool {
    guard let letter = utf8.first else { return false }
    return utf8.count == 20 + Int(letter) - 97 && utf8.allSatisfy { $0 == letter }
  }
}

extension [Int]: SelfEvident {
  init(number: Int) { self.init(repeating: number % 26, count: 1 + number % 26) }

  var isWhole: Bool {
    guard let first else { return false }
    return count == 1 + first && allSatisfy { $0 == first }
  }
}

/// A value with several parts that are reference-counted separately.
struct Sheet: SelfEvident {
  let title: String
  let lines: [String]

  init(number: Int) {
    title = String(number: number)
    lines = Array(repeating: String(number: number + 1), count: 3)
  }

  var isWhole: Bool { title.isWhole && lines.count == 3 && lines.allSatisfy(\.isWhole) }
}

/// Reads a record on several threads that also replace its value; each value read must be complete.
///
/// Only this test covers the optimized copy of a cached value, because other tests are built without optimization.
struct Sharing {
  private static let lanes = 8

  let arguments: Arguments

  func run() {
    share(String.self)
    share([Int].self)
    share(Sheet.self)
  }

  private func share<Value: SelfEvident>(_ type: Value.Type) {
    let key = SettingsKey(domain: Sample.domain, name: "\(type)")
    let record = PreferenceContext.$store.withValue(arguments.store()) {
      SettingRecord(name: key.name, key: key, default: Value(number: 0), coding: .automatic)
    }
    let count = arguments.number("count", default: 100_000)
    let whole = Atomic(0)
    let torn = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: Self.lanes) { lane in
      for step in 0..<count {
        switch (step + lane) % 32 {
        case 0: record.value = Value(number: step)
        case 16: edit(&record.value, to: step)
        case 24: record.purgeCache()
        default:
          if record.value.isWhole {
            whole.add(1, ordering: .relaxed)
          } else {
            torn.add(1, ordering: .relaxed)
          }
        }
      }
    }
    Output.line("shared \(type) whole \(whole.load(ordering: .relaxed)) torn \(torn.load(ordering: .relaxed))")
  }

  private func edit<Value: SelfEvident>(_ value: inout Value, to number: Int) { value = Value(number: number) }
}
