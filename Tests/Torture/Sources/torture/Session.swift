internal import Dispatch
internal import FoundationEssentials
internal import TypedSettings

/// Answers one command for each line of standard input, so that a driver can act in between.
///
/// Notifications of the store are printed at any time: `report`, `change`, `flushed`.
final class Session {
  private var stores: [FileSettingsStore]
  private var current = 0
  private let background = DispatchQueue(label: "torture", attributes: .concurrent)

  init(paths: [String]) { stores = paths.map { FileSettingsStore(file: URL(filePath: $0)) } }

  private var store: FileSettingsStore { stores[current] }

  func run() {
    Output.line("ok")
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      guard let command = words.first else { continue }
      do { Output.line("ok \(try perform(command, Array(words.dropFirst())))") } catch {
        Output.line("error \(Output.describe(error))")
      }
    }
  }

  private func perform(_ command: String, _ words: [String]) throws -> String {
    let key = SettingsKey(domain: Sample.domain, name: words.first ?? "k")
    let numbers = words.map { Int($0) ?? 0 }
    switch command {
    case "set": try store.set(Sample.value(numbers[1], size: numbers.count > 2 ? numbers[2] : 61), forKey: key)
    case "remove": try store.set(nil, forKey: key)
    case "get": return Output.describe(store.value(forKey: key))
    case "flush":
      try store.flush()
      Output.saved()
    case "fold": try store.writeDocuments()
    case "refresh": store.refresh()
    case "state": return Output.describe(store.state)
    case "writable": return "\(store.isWritable(key))"
    case "increment": return "\(try store.increment(key))"
    case "exchange":
      let (expected, desired) = (SettingsValue.integer(Int64(numbers[1])), SettingsValue.integer(Int64(numbers[2])))
      return "\(try store.compareExchange(expected: expected, desired: desired, forKey: key))"
    case "observe": observe(key)
    case "use": current = numbers[0]
    case "open": stores.append(FileSettingsStore(file: URL(filePath: words[0])))
    case "close": stores.removeLast()
    case "stores": openStores(in: words[0], count: numbers[1])
    case "rounds": try openAndClose(words[0], count: numbers[1])
    case "reads": return reads(of: key, count: numbers[1])
    case "background-flush": flushInBackground()
    case "sets":
      for number in 1...numbers[1] { try store.set(Sample.value(number, size: numbers[2]), forKey: key) }
    case "same":
      for _ in 0..<numbers[1] { try store.set(store.value(forKey: key), forKey: key) }
    case "adds": for _ in 0..<numbers[1] { _ = try store.increment(key) }
    case "times": return try times(of: key, from: numbers[1], count: numbers[2])
    case "fork": return try Child.fork { for _ in 0..<numbers[1] { _ = try store.increment(key) } }
    case "spawn": return try Child.listDescriptors()
    case "limit": return Child.limitDescriptors(to: numbers[0])
    default: throw SettingsError(.init(rawValue: "usage"), found: "no command '\(command)'", advice: "see Session")
    }
    return ""
  }

  private func observe(_ key: SettingsKey) {
    let number = current
    _ = store.observe(key) { change in
      Output.line("change \(number) \(Output.now) \(Output.describe(change.newValue)) \(change.origin)")
    }
  }

  private func openStores(in folder: String, count: Int) {
    for number in 0..<count {
      stores.append(FileSettingsStore(file: URL(filePath: "\(folder)/\(number).json")))
      current = stores.count - 1
      observe(SettingsKey(domain: Sample.domain, name: "k"))
    }
  }

  private func openAndClose(_ path: String, count: Int) throws {
    for number in 0..<count {
      let store = FileSettingsStore(file: URL(filePath: path))
      try store.set(Sample.value(number, size: 61), forKey: SettingsKey(domain: Sample.domain, name: "k"))
    }
  }

  /// Reads repeatedly and returns the percentiles of the durations in nanoseconds.
  private func reads(of key: SettingsKey, count: Int) -> String {
    var times: [UInt64] = []
    times.reserveCapacity(count)
    for _ in 0..<count {
      let begin = Output.now
      _ = store.value(forKey: key)
      times.append(Output.now - begin)
      Child.rest()
    }
    times.sort()
    return "p50 \(times[count / 2]) p99 \(times[count * 99 / 100]) max \(times[count - 1])"
  }

  /// Sets consecutive numbers and returns the durations in nanoseconds.
  private func times(of key: SettingsKey, from first: Int, count: Int) throws -> String {
    var times: [UInt64] = []
    for number in first..<first + count {
      let value = Sample.value(number, size: 61)
      let begin = Output.now
      try store.set(value, forKey: key)
      times.append(Output.now - begin)
    }
    times.sort()
    return "p50 \(times[count / 2]) max \(times[count - 1])"
  }

  private func flushInBackground() {
    let store = store
    background.async {
      let begin = Output.now
      do {
        try store.flush()
        Output.line("flushed \(Output.now - begin)")
      } catch {
        Output.line("flush-error \(Output.describe(error))")
      }
    }
  }
}
