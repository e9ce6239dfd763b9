import Foundation
import SwiftUI
import TypedSettings

struct TitledBySettingView: View {
  let settings: TimerSettings

  var body: some View {
    Toggle(isOn: settings.$soundEnabled)
    Picker(selection: settings.$theme) {
      Text("Light").tag(Theme.light)
      Text("Dark").tag(Theme.dark)
    }
    Slider(value: settings.$volume)
    Stepper(value: settings.$sessionLength, in: 1...60, step: 5)
    TextField(text: settings.$name)
    TextField(value: settings.$volume, format: .number)
  }
}
