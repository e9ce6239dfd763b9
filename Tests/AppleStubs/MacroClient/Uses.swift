import Foundation
import ObjectiveC
import TypedSettings
import TypedSettingsObjectiveC

func use(_ settings: LayoutSettings, _ exported: ExportedSettings) {
  let layout: NSDictionary = settings.layout
  settings.layout = layout
  settings.layout = NSMutableDictionary()
  settings.maybe = nil
  settings.maybe = settings.text
  settings.date = nil
  let copy: PropertyListCopy<NSDictionary> = settings.$layout.value
  _ = copy.object
  exported.sessionLength += 1
  let forwarded = ForwardedSettings(settings, exported)
  _ = forwarded.responds(to: #selector(getter: ExportedSettings.sessionLength))
  let sendable: any Sendable = forwarded
  _ = (sendable, settings.$layout as any Sendable)
  forwarded.setValue(3, forKey: "sessionLength")
  print(ObjectiveCHeader(named: "AppSettings", forwarding: forwarded.forwarding).text)
}
