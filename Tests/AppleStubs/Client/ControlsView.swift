import Foundation
import SwiftUI
import TypedSettings

struct ControlsView: View {
  let settings: TimerSettings

  var body: some View {
    Form {
      Toggle("Sound", isOn: settings.$soundEnabled)
      Picker("Theme", selection: settings.$theme) {
        ForEach(Theme.allCases, id: \.self) { Text($0.rawValue).tag($0) }
      }
      Slider(value: settings.$volume, in: 0...1)
      Slider(value: settings.$volume, in: 0...1, step: 0.1) { isEditing in settings.soundEnabled = !isEditing }
      Stepper("Length", value: settings.$sessionLength, in: 1...60, step: 5)
      Stepper("Length", value: settings.$sessionLength, in: 1...60)
      TextField("Name", text: settings.$name)
      TextField("Length", value: settings.$sessionLength, format: .number)
      SecureField("Token", text: settings.$token.binding)
    }
    .disabled(settings.$theme.isLocked)
  }
}
