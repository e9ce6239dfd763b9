import SwiftUI
import TypedSettings

@main
struct TimerApp: App {
  @State private var settings = TimerSettings()

  var body: some Scene {
    WindowGroup {
      ControlsView(settings: settings)
      TitledBySettingView(settings: settings)
      LabelledView(settings: settings, title: "from a variable")
      BindableView(settings: settings)
      FormsView().environment(settings)
    }
  }
}
