import SwiftUI
import TypedSettings

struct BindableView: View {
  @Bindable var settings: TimerSettings

  var body: some View {
    Toggle("Sound", isOn: $settings.soundEnabled)
    Toggle("Sound", isOn: settings.$soundEnabled.binding)
    Toggle("Sound", isOn: settings.$soundEnabled.binding.animation())
    Picker("Theme", selection: $settings.theme) { Text("Light").tag(Theme.light) }
    TextField("Name", text: $settings.name)
    Child(theme: $settings.theme, volume: settings.$volume.binding)
  }

  private struct Child: View {
    @Binding var theme: Theme
    @Binding var volume: Double

    var body: some View {
      Button("Reset") {
        theme = .automatic
        volume = 0.5
      }
    }
  }
}
