#if canImport(ObjectiveC)
  import Foundation
  import ObjectiveC
  import TypedSettings

  // Checks the Objective-C declarations on their own, without the library.
  final class ForwardingObject: ObjectiveC.NSObject {
    private let settings = TimerSettings()

    @objc dynamic var sessionLength: Int {
      get { settings.sessionLength }
      set { settings.sessionLength = newValue }
    }

    @objc func reset(named name: String) -> Bool {
      guard let setting = settings.setting(forKeyName: name) else { return false }
      setting.reset()
      return true
    }

    @objc func values() -> [String: Any] { ["theme": settings.theme.rawValue, "count": 1] }

    override func responds(to selector: Selector!) -> Bool {
      selector == #selector(reset(named:)) || super.responds(to: selector)
    }

    override func forwardingTarget(for selector: Selector!) -> Any? { super.forwardingTarget(for: selector) }

    override func value(forKey key: String) -> Any? {
      settings.setting(forKeyName: key)?.encodedValue ?? super.value(forKey: key)
    }

    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { false }
  }
#endif
