#if canImport(Darwin) || UserDefaults
  internal import Foundation

  /// The name of a suite of `UserDefaults`.
  package struct SuiteName: Hashable, Sendable {
    package let text: String

    /// The suite of `UserDefaults.standard`: the identifier of the main bundle, or the name of the program.
    package static let standard = SuiteName(
      unchecked: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)

    /// The domains of `UserDefaults` that are not the program's own.
    private static let reserved: Set = [
      UserDefaults.globalDomain, UserDefaults.argumentDomain, UserDefaults.registrationDomain, ".GlobalPreferences",
    ]

    private init(unchecked text: String) { self.text = text }

    /// Checks a name: it becomes that of a file.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalidName``.
    package init(_ text: String) throws(SettingsError) {
      let bytes = text.utf8
      guard !bytes.isEmpty, !bytes.contains(0), !bytes.contains(UInt8(ascii: "/")),
        bytes.count + Self.fileExtension.utf8.count <= FileNames.maximumLength, !Self.reserved.contains(text)
      else {
        throw .invalidName(SettingsKey(domain: text, name: ""), "a domain that cannot be a suite of UserDefaults")
      }
      self.text = text
    }

    private static let fileExtension = ".plist"

    /// The name of the suite's file where Foundation keeps one itself.
    var file: String { text + Self.fileExtension }

    /// The suite's `UserDefaults`, made anew each time because it may not be handed to other threads; that is cheap.
    var defaults: UserDefaults {
      if self == .standard { return .standard }
      return UserDefaults(suiteName: text) ?? .standard
    }
  }
#endif
