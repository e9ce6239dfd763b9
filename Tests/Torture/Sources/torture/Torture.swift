internal import Dispatch
internal import Synchronization
internal import TypedSettings

/// Runs the file store operations that the drivers request, and prints the results, one fact in each line.
///
///     torture write FILE [--key K] [--size N] [--count N] [--threads N] [--spread N] [--flush N] [--fold]
///         [--pause MICROSECONDS]
///     torture fill FILE [--key PREFIX] [--count N] [--fold]
///     torture increment FILE --key K --count N [--fold]
///     torture read FILE --key K --count N [--open] [--refresh]
///     torture share FILE [--count N]
///     torture transact FILE [--count N]
///     torture show FILE
///     torture examine FILE [--on main|task|small] [--values] [--nest LEVELS]
///     torture serve FILE...
@main
enum Torture {
  static func main() {
    let arguments = Arguments(CommandLine.arguments.dropFirst())
    Output.followReports()
    switch arguments.command {
    case "write": write(arguments)
    case "fill": fill(arguments)
    case "increment": increment(arguments)
    case "read": read(arguments)
    case "share": Sharing(arguments: arguments).run()
    case "transact": Transactions(arguments: arguments).run()
    case "show": show(arguments)
    case "examine": Examination(arguments: arguments).run()
    case "serve": Session(paths: arguments.files).run()
    default: Output.fail("torture write|fill|increment|read|share|transact|show|examine|serve FILE [--option value]")
    }
  }

  /// Sets numbered values, and prints each number once it must not be lost any more.
  ///
  /// It starts from the greatest number in the file, which it prints first.
  private static func write(_ arguments: Arguments) {
    let store = arguments.store()
    let threads = arguments.number("threads", default: 1)
    Output.line("state \(Output.describe(store.state))")
    folding(arguments, store) {
      DispatchQueue.concurrentPerform(iterations: threads) { lane in
        write(arguments, to: store, as: threads == 1 ? arguments.key : "\(arguments.key)\(lane)")
      }
    }
  }

  private static func write(_ arguments: Arguments, to store: FileSettingsStore, as name: String) {
    let spread = arguments.number("spread", default: 1)
    let flushInterval = arguments.number("flush", default: 0)
    let size = arguments.number("size", default: 61)
    let fillers = Sample.fillers(size: size)
    let keys = (0..<spread).map { SettingsKey(domain: Sample.domain, name: spread == 1 ? name : "\(name)\($0)") }
    for key in keys { Output.line("have \(key.name) \(Output.describe(store.value(forKey: key)))") }
    let first = (keys.compactMap { store.value(forKey: $0).flatMap(Sample.number) }.max() ?? 0) + 1
    let pause = arguments.number("pause", default: 0)
    for number in first...(first &+ arguments.number("count", default: 1 << 40)) {
      do {
        try store.set(Sample.value(number, size: size, fillers: fillers), forKey: keys[number % spread])
        let isFlushed = flushInterval > 0 && number % flushInterval == 0
        if isFlushed { try store.flush() }
        // A value that isn't saved isn't acknowledged; a later write or flush brings it to the file.
        if pause > 0 { Child.rest(microseconds: pause) }
        if !Output.hasUnsaved, flushInterval == 0 || isFlushed { Output.line("\(name) \(number)") }
      } catch {
        Output.fail("error \(Output.describe(error))")
      }
    }
  }

  /// Sets the given number of keys, each once.
  private static func fill(_ arguments: Arguments) {
    let store = arguments.store()
    folding(arguments, store) {
      for number in 0..<arguments.number("count", default: 1) {
        let key = SettingsKey(domain: Sample.domain, name: "\(arguments.key)\(number)")
        do { try store.set(.integer(Int64(number + 1)), forKey: key) } catch {
          Output.fail("error \(Output.describe(error))")
        }
      }
    }
  }

  /// Increments a number atomically among all processes, and prints each sum.
  private static func increment(_ arguments: Arguments) {
    let store = arguments.store()
    let key = SettingsKey(domain: Sample.domain, name: arguments.key)
    folding(arguments, store) {
      for _ in 0..<arguments.number("count", default: .max) {
        do { Output.line("\(arguments.key) \(try store.increment(key))") } catch {
          Output.fail("error \(Output.describe(error))")
        }
      }
    }
  }

  /// Runs an operation while another thread writes the document repeatedly, if requested.
  private static func folding(_ arguments: Arguments, _ store: FileSettingsStore, _ body: @Sendable () -> Void) {
    if !arguments.has("fold") { return body() }
    let isDone = Atomic(false)
    DispatchQueue.concurrentPerform(iterations: 2) { lane in
      if lane == 0 {
        body()
        return isDone.store(true, ordering: .releasing)
      }
      while !isDone.load(ordering: .acquiring) {
        do { try store.writeDocuments() } catch { Output.line("fold-error \(Output.describe(error))") }
        Child.rest()
      }
    }
  }

  /// Reads while another process writes; versions must never decrease, and no value may be torn.
  private static func read(_ arguments: Arguments) {
    let key = SettingsKey(domain: Sample.domain, name: arguments.key)
    let until = arguments.number("count", default: 100_000)
    var store = arguments.store()
    var (last, distinct, back, torn, absent) = (-1, 0, 0, 0, 0)
    for round in 0..<until {
      if arguments.has("open"), round % 100 == 0 { store = arguments.store() }
      if arguments.has("refresh") { store.refresh() }
      switch store.value(forKey: key).map(Sample.number) {
      case nil: absent += 1
      case .some(nil): torn += 1
      case .some(let number?):
        if number < last { back += 1 }
        if number != last { distinct += 1 }
        last = number
      }
    }
    Output.line("read \(until) distinct \(distinct) back \(back) torn \(torn) absent \(absent) last \(last)")
  }

  /// Prints the contents of the file.
  private static func show(_ arguments: Arguments) {
    let store = arguments.store()
    Output.line("state \(Output.describe(store.state))")
    let keys = store.keys(inDomain: Sample.domain) ?? []
    for key in keys.sorted(by: { $0.name < $1.name }) {
      Output.line("key \(key.name) \(Output.describe(store.value(forKey: key)))")
    }
  }
}
