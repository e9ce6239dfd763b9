import Foundation
import TypedSettings

/// Settings of the property list classes, declared in all the ways that the macro supports.
@SettingsGroup(domain: "com.example.pomodoro")
final class LayoutSettings {
  @Pref var layout: NSDictionary = ["columns": 2]
  @Pref var list: Foundation.NSArray = [1, 2]
  @Pref var text: NSString = "plain"
  @Pref var maybe: NSString?
  @Pref var maybeData: NSData? = NSData()
  @Pref var number: NSNumber = 3
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  @Pref var date: NSDate! = NSDate()
  @Pref(traits: [.watchSync]) var later: NSDate

  init(later: NSDate) { self.later = later }
}
