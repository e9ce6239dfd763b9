// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Foundation with what it exports and declares on Apple's platforms only; see .ci/apple-typecheck.

@_exported public import CoreFoundation
@_exported public import Foundation

extension URL {
  public static var applicationSupportDirectory: URL { fatalError() }
}
