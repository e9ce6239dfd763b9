#if canImport(ObjectiveC)
  internal import Foundation
  public import ObjectiveC

  /// An object that has settings for properties, so that code in Objective-C can read and write them.
  ///
  /// It has the methods of a ``SettingsForwarding``: what `ObjectiveCHeader` declares, of the types declared there. Hand
  /// it over as an object of the header's protocol:
  ///
  /// ```swift
  /// #if canImport(ObjectiveC)
  ///   let forwarded = ForwardedSettings(settings, counters)
  ///   forwarded.value(forKey: "sessionLength")               // 25
  ///   forwarded.setValue(50, forKey: "sessionLength")
  ///   forwarded.responds(to: Selector("setSessionLength:"))  // true
  /// #endif
  /// ```
  ///
  /// ```objc
  /// id<AppSettings> settings = (id)forwarded;
  /// settings.sessionLength += 5;
  /// ```
  ///
  /// A setting never takes the place of a method that every object has, such as `hash`. Key-value coding reaches all
  /// settings by their names, also those of types that Objective-C does not have, in their stored form. What a setting
  /// does not take goes to ``SettingsDiagnostics``, as with any setter. Key-value observing is not supported: observe the
  /// records.
  @objc(TSForwardedSettings)
  public final class ForwardedSettings: ObjectiveC.NSObject, Sendable {
    /// What the object answers to.
    public let forwarding: SettingsForwarding

    /// Makes an object that has the settings of some groups.
    ///
    /// - Parameter groups: The groups; where two have a property of the same name, the first one's answers.
    public convenience init(_ groups: any SettingsGroup...) { self.init(forwarding: SettingsForwarding(groups)) }

    /// Makes an object that has the settings which a forwarding answers for.
    public init(forwarding: SettingsForwarding) {
      self.forwarding = forwarding
      super.init()
      // The types of the methods depend on the settings, and methods belong to classes.
      if let type = ForwardingClasses.type(of: forwarding.methods) { object_setClass(self, type) }
    }

    /// The value of the setting with a name, as an object.
    override public func value(forKey key: String) -> Any? {
      guard let setting = forwarding.setting(forKey: key) else { return super.value(forKey: key) }
      return setting.forwardedObject
    }

    /// Sets the setting with a name from an object; `nil` is that of an optional setting.
    override public func setValue(_ value: Any?, forKey key: String) {
      guard let setting = forwarding.setting(forKey: key) else { return super.setValue(value, forKey: key) }
      setting.setForwardedObject(value)
    }

    /// False: nobody would be told of changes that others make.
    override public class func automaticallyNotifiesObservers(forKey key: String) -> Bool { false }
  }
#endif
