import Foundation
import TypedSettings

// A process of the tests: `worker write suite name 5` and the like. It never flushes.

func say(_ words: Any...) {
  print(words.map { "\($0)" }.joined(separator: " "))
  fflush(nil)
}

let arguments = CommandLine.arguments
guard arguments.count >= 5 else { exit(64) }
let key = SettingsKey(domain: arguments[2], name: arguments[3])
let argument = arguments[4]
if arguments[1] == "write-in-a-thread" {
  // Registered before the store's own, so that it runs afterwards.
  atexit { usleep(UInt32.random(in: 0..<2_000)) }
}
let store = UserDefaultsSettingsStore()
// Opens another suite first.
if arguments.count > 5 { _ = store.value(forKey: SettingsKey(domain: arguments[5], name: "any")) }

switch arguments[1] {
case "write":
  try store.set(.string(argument), forKey: key)
case "write-and-exit":
  try store.set(.string(argument), forKey: key)
  exit(0)
case "write-and-pause":
  try store.set(.string(argument), forKey: key)
  usleep(UInt32(argument) ?? 0)
case "write-in-a-thread":
  Thread.detachNewThread {
    for number in 0... {
      do {
        try store.set(.integer(Int64(number)), forKey: key)
        try store.flush()
      } catch {
        return
      }
    }
  }
  usleep(UInt32(argument) ?? 0)
case "plain":
  // Foundation's own behavior.
  UserDefaults(suiteName: key.domain)?.set(argument, forKey: key.name)
case "read":
  guard case .string(let text)? = store.value(forKey: key) else {
    say("none")
    break
  }
  say(text)
case "count":
  say(store.keys(inDomain: key.domain)?.count ?? 0)
case "observe":
  _ = store.observe(key) { change in
    guard case .string(let text)? = change.newValue else { return }
    say(text, Date().timeIntervalSince1970)
    if text == argument { _exit(0) }
  }
  say("ready")
  dispatchMain()
case "many":
  for number in 0..<(Int(argument) ?? 0) {
    try store.set(.integer(Int64(number)), forKey: SettingsKey(domain: key.domain, name: "\(key.name) \(number)"))
    if number % 10 == 0 { usleep(2_000) }
  }
default:
  exit(64)
}
