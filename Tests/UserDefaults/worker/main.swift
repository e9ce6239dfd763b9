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
let store = UserDefaultsSettingsStore()

switch arguments[1] {
case "write":
  try store.set(.string(argument), forKey: key)
case "write-and-exit":
  try store.set(.string(argument), forKey: key)
  exit(0)
case "write-and-pause":
  try store.set(.string(argument), forKey: key)
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
default:
  exit(64)
}
