/// A set of flags that classify a setting, such as "synchronized with a watch".
///
/// ```swift
/// extension SettingsTrait {
///   static let advanced = SettingsTrait(name: "advanced")
/// }
/// ```
///
/// Use traits to select settings with ``SettingsGroup/settings(withTraits:)``, and to select stores in a
/// ``RoutingSettingsStore``.
///
/// Only ``secret``, ``transient`` and ``deviceLocal`` change the behavior of the library. The traits ``watchSync``,
/// ``buddyExclude``, ``guestPassInclude`` and ``managedAssets`` are names that a family of apps agreed on, so that code
/// shared by these apps can select settings by them. Use them if your app is one of such a family, and declare your own
/// otherwise.
public struct SettingsTrait: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  ///
  /// The lower 32 bits are reserved for the library, including traits with a name. The upper 32 bits are for custom
  /// traits with a number.
  public let rawValue: UInt64

  /// Creates a set from its bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Creates a custom trait with a name.
  ///
  /// The name is shown wherever users see traits: in schemas, in the command-line tool, and in a description. Two
  /// traits with the same name are the same trait, also if two modules declare them. The name of a trait of the library
  /// gives that trait.
  ///
  /// A process can have 24 traits with a name. Any further name creates an empty set, and is reported to
  /// ``SettingsDiagnostics``. The bits of such a trait are specific to the process, so don't store them.
  ///
  /// - Parameter name: The name, which isn't empty.
  public init(name: String) { self = TraitNames.trait(named: name) }

  /// Creates a custom trait with a number.
  ///
  /// Its name is made from its index, such as `custom0`.
  ///
  /// - Parameter index: A number from 0 to 31; any other number creates an empty set.
  public init(custom index: Int) {
    self.init(rawValue: (0..<32).contains(index) ? 1 << UInt64(32 + index) : 0)
  }

  /// A name shared by a family of apps: the setting is synchronized with a paired watch.
  public static let watchSync = SettingsTrait(rawValue: 1 << 0)
  /// A name shared by a family of apps: the setting is excluded when a device is set up from another one.
  public static let buddyExclude = SettingsTrait(rawValue: 1 << 1)
  /// A name shared by a family of apps: the setting can be changed in a guest session.
  public static let guestPassInclude = SettingsTrait(rawValue: 1 << 2)
  /// A name shared by a family of apps: the setting refers to assets that the system manages.
  public static let managedAssets = SettingsTrait(rawValue: 1 << 3)
  /// Marks a setting whose value is sensitive, such as a password or token.
  ///
  /// The library never includes the value in a description, report, or export. A store that keeps plain text refuses to
  /// write the value unless you configure it to. To store secrets elsewhere, see ``RoutingSettingsStore``.
  public static let secret = SettingsTrait(rawValue: 1 << 4)

  /// The setting's value is kept in memory and never stored, sent, or exported, and imports don't change it.
  ///
  /// All instances of a group on one store share the value until the process exits.
  public static let transient = SettingsTrait(rawValue: 1 << 5)

  /// The setting describes this device, such as the position of a window, and is never synchronized.
  ///
  /// To synchronize such a setting anyway, name it when you start synchronization.
  public static let deviceLocal = SettingsTrait(rawValue: 1 << 6)

  /// The text that replaces a secret value.
  package static let hiddenValue = "(secret)"
}

extension SettingsTrait: CustomStringConvertible {
  /// The names of the traits, such as `[secret, advanced]`.
  public var description: String { "[\(names.joined(separator: ", "))]" }

  /// The names of the traits: the library's traits first, then custom ones in the order of their bits.
  package var names: [String] { TraitNames.all.filter { isSuperset(of: $0.trait) }.map(\.name) }

  /// Creates a set from names; unknown names are ignored.
  package init(names: [String]) { self.init(TraitNames.all.filter { names.contains($0.name) }.map(\.trait)) }

  /// The traits that a program declares with a name.
  package static let named = SettingsTrait(rawValue: 0xFFFF_FF00)

  /// The traits that a program declares, with a name or a number.
  package static let custom = SettingsTrait(rawValue: ~0 << UInt64(TraitNames.firstBit))
}

/// The names of all traits of the process.
private enum TraitNames {
  /// The bit of the first trait with a name.
  static let firstBit = 8
  private static let bits = firstBit..<32

  private static let builtIn: [(name: String, trait: SettingsTrait)] = [
    ("watchSync", .watchSync), ("buddyExclude", .buddyExclude), ("guestPassInclude", .guestPassInclude),
    ("managedAssets", .managedAssets), ("secret", .secret), ("transient", .transient), ("deviceLocal", .deviceLocal),
  ]

  private static let numbered = (0..<32).map { (name: "custom\($0)", trait: SettingsTrait(custom: $0)) }

  /// The names that the program has declared so far, in the order of their bits.
  private static let declared = LockedState<[String]>([])

  /// All traits with their names.
  static var all: [(name: String, trait: SettingsTrait)] {
    let names = declared.withLock(\.self)
    return builtIn + zip(names, bits).map { ($0, SettingsTrait(rawValue: 1 << UInt64($1))) } + numbered
  }

  /// Returns the trait with a name, which is declared by its first use.
  static func trait(named name: String) -> SettingsTrait {
    if let known = (builtIn + numbered).first(where: { $0.name == name }) { return known.trait }
    let index = declared.withLock { names -> Int? in
      if let index = names.firstIndex(of: name) { return index }
      guard names.count < bits.count else { return nil }
      names.append(name)
      return names.endIndex - 1
    }
    if let index { return SettingsTrait(rawValue: 1 << UInt64(firstBit + index)) }
    SettingsDiagnostics.report(
      SettingsError(
        .tooManyTraits, found: "the trait '\(name)' after \(bits.count) other traits with a name",
        advice: "declare fewer names, or use 'SettingsTrait(custom:)'; the trait is empty"))
    return []
  }
}

extension SettingsError.Code {
  /// More traits with a name than a process can have; the trait is an empty set.
  public static let tooManyTraits = Self(rawValue: "tooManyTraits")
}
