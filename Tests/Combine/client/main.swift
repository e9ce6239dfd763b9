import OpenCombine
import TypedSettings

/// The code that the macro generates for a group that declares `ObservableObject`.
final class TimerSettings: SettingsGroup, ObservableObject, Sendable {
  let sessionLengthRecord = SettingRecord(
    name: "sessionLength", key: SettingsKey(domain: "com.example.client", name: "TimerSettingsSessionLength"),
    default: 25, coding: .automatic)

  var isLong: Bool { sessionLengthRecord.value > 30 }

  func enumerateSettings(into list: inout SettingsList) { list.append(sessionLengthRecord) }
}

// One word each: the current value, a later value, a change, the subject's value, and a computed value.
let settings = PreferenceContext.$store.withValue(InMemorySettingsStore()) { TimerSettings() }
var words: [String] = []
let values = settings.sessionLengthRecord.publisher.sink { words.append("\($0)") }
let changes = settings.objectWillChange.sink { words.append("will-change") }
settings.sessionLengthRecord.subject.send(50)
words.append("\(settings.sessionLengthRecord.subject.value)")
let isLong = settings.publisher(for: \.isLong).sink { words.append("\($0)") }
print(words.joined(separator: " "))
for subscription in [values, changes, isLong] { subscription.cancel() }
