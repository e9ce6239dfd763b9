import Foundation
import SwiftUI
import TypedSettings

struct LabelledView: View {
  let settings: TimerSettings
  let title: String

  var body: some View {
    Form {
      Toggle(isOn: settings.$soundEnabled) { Text("Sound").font(.footnote) }
      Picker(selection: settings.$theme) {
        Text("Light").tag(Theme.light)
      } label: {
        Text("Theme")
      }
      Slider(value: settings.$volume, in: 0...1) { Text("Volume") }
      Slider(value: settings.$volume, in: 0...1, step: 0.25) { Text("Volume") }
      Stepper(value: settings.$sessionLength, in: 1...60) { Text("Length") }
      TextField(text: settings.$name, prompt: Text("Nobody")) { Text("Name") }
    }
    Form {
      Toggle(title, isOn: settings.$soundEnabled)
      Picker(title, selection: settings.$theme) { Text("Light").tag(Theme.light) }
      Stepper(title, value: settings.$sessionLength, in: 1...60)
      TextField(title, text: settings.$name)
      TextField(title, value: settings.$volume, format: .number)
    }
  }
}
