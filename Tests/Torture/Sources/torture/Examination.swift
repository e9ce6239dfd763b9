internal import Dispatch
internal import TypedSettings

/// Opens a document, reads its contents, writes another key, and prints the time of each step.
///
/// It waits for a line before it writes and before it exits, so that a driver can measure its memory.
struct Examination: Sendable {
  /// Any value, decoded by code that calls itself for each level.
  private indirect enum Tree: Codable, Sendable {
    case list([Tree])
    case members([String: Tree])
    case leaf

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        self = .list(try container.decode([Tree].self))
      } catch {
        do { self = .members(try container.decode([String: Tree].self)) } catch { self = .leaf }
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .list(let elements): try container.encode(elements)
      case .members(let members): try container.encode(members)
      case .leaf: try container.encodeNil()
      }
    }
  }

  let arguments: Arguments

  /// Runs on the requested kind of thread: `main`, `task`, or `small`, which has a stack of 512 KB.
  func run() {
    switch arguments.text("on", default: "main") {
    case "main": examine()
    case "small": SmallStack.run(examine)
    case "task":
      let isDone = DispatchSemaphore(value: 0)
      Task {
        examine()
        isDone.signal()
      }
      isDone.wait()
    default: Output.fail("--on main|task|small")
    }
  }

  private func examine() {
    let store = Output.timed("opened") {
      let store = arguments.store()
      _ = store.state
      return store
    }
    let keys = (store.keys(inDomain: Sample.domain) ?? []).sorted { $0.name < $1.name }
    if arguments.has("values") { Output.timed("read") { for key in keys { read(key, of: store) } } }
    let levels = arguments.number("nest", default: 0)
    if levels > 0 { Nesting.set(levels: levels, in: store) }
    Output.line("state \(Output.describe(store.state))")
    Output.line("count \(keys.count)")
    guard readLine() != nil else { return }
    Output.timed("written") {
      do {
        try store.set("written", forKey: SettingsKey(domain: Sample.domain, name: "written"))
        try store.writeDocuments()
      } catch {
        Output.line("error \(Output.describe(error))")
      }
    }
    _ = readLine()
  }

  /// Runs the usual operations of a program on a value, and prints it.
  private func read(_ key: SettingsKey, of store: FileSettingsStore) {
    guard let value = store.value(forKey: key) else { return Output.line("value \(key.name) absent") }
    let isItself = value == store.value(forKey: key) && Set([value]).contains(value)
    Output.line("value \(key.name) \(isItself ? "\(value)" : "not itself")")
    PreferenceContext.$store.withValue(store) {
      let record = SettingRecord<Tree>(name: key.name, key: key, default: .leaf, coding: .automatic)
      _ = record.value
    }
  }
}
