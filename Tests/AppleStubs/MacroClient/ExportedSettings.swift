import Foundation
import ObjectiveC
import TypedSettings

/// Settings that are partly exported to Objective-C, with and without custom names.
@objc(AppSettings) @SettingsGroup(domain: "com.example.pomodoro")
final class ExportedSettings: ObjectiveC.NSObject {
  /// Minutes of focused work in one session.
  @Pref @objc var sessionLength = 25
  @objc @Pref var soundEnabled = true
  @objc(loud) @Pref(traits: [.watchSync]) @PrefAttr(\.section, "Sound") dynamic var isLoud = false
}

/// Settings that are all exported to Objective-C.
@objcMembers @SettingsGroup(domain: "com.example.pomodoro")
final class AllExported: ObjectiveC.NSObject {
  @Pref var sessionLength = 25
  @Pref var title = "focus"
}
