// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Foundation with what it exports and declares on Apple's platforms only; see .ci/apple-typecheck.

@_exported public import CoreFoundation
@_exported public import Foundation

open class NSObject: Foundation.NSObject {
  open func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) { fatalError() }
}

public struct NSKeyValueChangeKey: Hashable, Sendable {}

public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension UserDefaults {
  public func addObserver(
    _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions,
    context: UnsafeMutableRawPointer?
  ) { fatalError() }
}

extension URL {
  public static var applicationSupportDirectory: URL { fatalError() }
}
