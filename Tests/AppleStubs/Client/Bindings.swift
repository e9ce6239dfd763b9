import SwiftUI
import TypedSettings

// Bindings can be made anywhere, and passed on if the value can.
nonisolated func binding(of setting: SettingRecord<Bool>) -> Binding<Bool> { setting.binding }

func isSendable(_ value: some Sendable) {}

nonisolated func check(_ setting: SettingRecord<[String]>) { isSendable(setting.binding) }
