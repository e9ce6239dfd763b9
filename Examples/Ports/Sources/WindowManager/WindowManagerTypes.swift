public import TypedSettings

extension SettingsTrait {
  /// The setting is part of a configuration that users export and share.
  public static let configuration = SettingsTrait(name: "configuration")
}

/// The result of a shortcut that's repeated.
public enum Repetition: Int, CaseIterable, Sendable {
  case resizes = 0
  case movesAcrossDisplays = 1
  case doesNothing = 2
  case movesAndResizes = 3
}

/// A side of the screen.
public enum ScreenSide: Int, CaseIterable, Sendable {
  case right = 1
  case left = 2
}

/// The result of a double click on a title bar.
public enum TitleBarAction: Int, CaseIterable, Sendable {
  case none = 0
  case maximizes = 1
  case fillsHeight = 2
  case restores = 3
}

/// The keys of a shortcut.
public struct Shortcut: Codable, Hashable, Sendable {
  /// The number of the key.
  public var keyCode: Int
  /// The bits of the modifier keys.
  public var modifierFlags: Int

  /// Creates a shortcut.
  public init(keyCode: Int, modifierFlags: Int) {
    self.keyCode = keyCode
    self.modifierFlags = modifierFlags
  }
}

/// A color with components from 0 to 1.
public struct FootprintColor: Codable, Hashable, Sendable {
  /// The red component.
  public var red: Double
  /// The green component.
  public var green: Double
  /// The blue component.
  public var blue: Double

  /// Creates a color.
  public init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}

extension SettingCoding<Bool?> {
  /// The number 1 or 2 for a choice of the user, and 0 for none, as earlier versions of the program stored it.
  public static var zeroToTwo: SettingCoding {
    .converted(
      through: SettingCoding<Int>.automatic, encode: { $0.map { $0 ? 1 : 2 } ?? 0 },
      decode: { $0 == 0 ? nil : $0 == 1 })
  }
}
