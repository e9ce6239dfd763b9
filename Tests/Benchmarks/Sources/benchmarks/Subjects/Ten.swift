import Observation
import TypedSettings

@SettingsGroup(domain: "com.example.benchmarks")
final class TenSettings {
  @Pref var setting0 = 0
  @Pref var setting1 = 0
  @Pref var setting2 = 0
  @Pref var setting3 = 0
  @Pref var setting4 = 0
  @Pref var setting5 = 0
  @Pref var setting6 = 0
  @Pref var setting7 = 0
  @Pref var setting8 = 0
  @Pref var setting9 = 0
}

@Observable
final class TenObservableProperties {
  var property0 = 0
  var property1 = 0
  var property2 = 0
  var property3 = 0
  var property4 = 0
  var property5 = 0
  var property6 = 0
  var property7 = 0
  var property8 = 0
  var property9 = 0
}
