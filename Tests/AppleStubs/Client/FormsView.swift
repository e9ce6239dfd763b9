import SwiftUI
import TypedSettings
import TypedSettingsForms
import TypedSettingsObjectiveC

struct FormsView: View {
  @Environment(TimerSettings.self) private var settings

  var body: some View {
    SettingsForm(settings)
    SettingsForm(settings, excludingTraits: .secret)
    SettingsForm(settings) { setting in
      if setting === settings.$volume {
        Slider(value: settings.$volume, in: 0...1)
      } else {
        SettingRow(setting)
      }
    }
    Form { SettingRow(settings.$theme) }
  }
}
