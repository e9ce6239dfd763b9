#if canImport(ObjectiveC)
  internal import Foundation
  public import ObjectiveC
  public import TypedSettingsCore

  /// An object whose properties are settings, so that Objective-C code can read and write them.
  ///
  /// It responds to the selectors of a ``SettingsForwarding``: the properties that `ObjectiveCHeader` declares, with
  /// the types declared there. Pass it to Objective-C as an object that conforms to the header's protocol:
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
  /// A setting never overrides a method that every object has, such as `hash`. Key-value coding can access all settings
  /// by name; a setting whose type has no Objective-C counterpart is accessed in its stored form. Values that a setting
  /// refuses are reported to ``SettingsDiagnostics``, as with any setter. Key-value observing isn't supported: observe
  /// the records instead.
  @objc(TSForwardedSettings)
  public final class ForwardedSettings: ObjectiveC.NSObject, Sendable {
    /// The mapping from selectors to settings.
    public let forwarding: SettingsForwarding

    /// Creates an object with the settings of the given groups.
    ///
    /// - Parameter groups: The groups. If two have a property of the same name, the first one's is used.
    public convenience init(_ groups: any SettingsGroup...) { self.init(forwarding: SettingsForwarding(groups)) }

    /// Creates an object with the settings of a forwarding.
    public init(forwarding: SettingsForwarding) {
      self.forwarding = forwarding
      super.init()
      // Methods belong to classes, and the types of these methods depend on the settings.
      if let type = ForwardingClasses.type(of: forwarding.methods) { object_setClass(self, type) }
    }

    /// Returns the value of the setting with the given name, as an object.
    override public func value(forKey key: String) -> Any? {
      guard let setting = forwarding.setting(forKey: key) else { return super.value(forKey: key) }
      return setting.forwardedObject
    }

    /// Sets the setting with the given name to an object; `nil` is the `nil` of an optional setting.
    override public func setValue(_ value: Any?, forKey key: String) {
      guard let setting = forwarding.setting(forKey: key) else { return super.setValue(value, forKey: key) }
      setting.setForwardedObject(value)
    }

    /// Returns `false`, because changes made elsewhere wouldn't be observed.
    override public class func automaticallyNotifiesObservers(forKey key: String) -> Bool { false }
  }

  /// The dynamically created subclasses of ``ForwardedSettings``, one for each set of methods.
  ///
  /// They are never disposed of; a program has as many as it has different sets of groups.
  private enum ForwardingClasses {
    private static let names = LockedState<[[String: ObjectiveCMethod]: String]>([:])

    /// Returns the class whose objects have the given methods.
    static func type(of methods: [String: ObjectiveCMethod]) -> AnyClass? {
      let name = names.withLock { names in
        if let name = names[methods] { return name }
        let name = "TSForwardedSettings_\(names.count + 1)"
        makeType(named: name, methods: methods)
        names[methods] = name
        return name
      }
      return name.withCString { objc_lookUpClass($0) }
    }

    private static func makeType(named name: String, methods: [String: ObjectiveCMethod]) {
      // Fails only if the name is taken, for example by a second copy of the library in the process. That class may
      // have other methods, so it isn't modified.
      guard let type = name.withCString({ objc_allocateClassPair(ForwardedSettings.self, $0, 0) }) else { return }
      for (name, method) in methods {
        let selector = Selector(name)
        // A setting must not override a method that all objects have.
        guard class_getInstanceMethod(ForwardedSettings.self, selector) == nil else { continue }
        let implementation = method.implementation(of: name)
        _ = method.encoding.withCString { class_addMethod(type, selector, implementation, $0) }
      }
      objc_registerClassPair(type)
    }
  }
#endif
