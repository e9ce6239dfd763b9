import SwiftUI
import TypedSettings

// Bindings can be created in any isolation, and are sendable if their value is.
nonisolated func binding(of setting: SettingRecord<Bool>) -> Binding<Bool> { setting.binding }

func isSendable(_ value: some Sendable) {}

nonisolated func check(_ setting: SettingRecord<[String]>) { isSendable(setting.binding) }
