public import TypedSettings

/// The 30 most characteristic settings of a window manager.
///
/// The names and the stored forms exist already, so each setting has the name of its property as its key. A choice that
/// the user didn't make is `nil`, and the program then decides.
@SettingsGroup(domain: "com.example.windows", keys: .propertyName, traits: [.configuration])
public final class WindowManagerSettings: Sendable {
  /// Whether the icon in the menu bar is hidden.
  @Pref public var hideMenubarIcon = false
  /// The result of a shortcut that's repeated.
  @Pref public var subsequentExecutionMode = Repetition.resizes
  /// The widths that a repeated shortcut cycles through, in percent of the screen.
  @Pref(validate: .each(.range(1...99))) public var cycleSizes: Set<Int> = [50, 66, 33]
  /// Whether a window snaps to an area when it's dragged to an edge.
  @Pref(coding: .zeroToTwo) public var windowSnapping: Bool? = nil
  /// Whether a window that's dragged away from its area gets its former size.
  @Pref(coding: .zeroToTwo) public var unsnapRestore: Bool? = nil
  /// Whether the pointer moves with a window to another display.
  @Pref(coding: .zeroToTwo) public var moveCursorAcrossDisplays: Bool? = nil
  /// Whether a shortcut moves a window through the areas of a single screen.
  @Pref(coding: .zeroToTwo) public var traverseSingleScreen: Bool? = nil
  /// Whether the trackpad responds when a window reaches a snap area.
  @Pref(coding: .zeroToTwo) public var hapticFeedbackOnSnap: Bool? = nil
  /// Whether the menu lists all actions.
  @Pref(coding: .zeroToTwo) public var showAllActionsInMenu: Bool? = nil
  /// The bits of the modifier keys that a drag needs to snap; 0 for none.
  @Pref public var snapModifiers = 0
  /// Points of a screen's top edge in which a window snaps.
  @Pref(validate: .range(0...100)) public var snapEdgeMarginTop: Float = 5
  /// Points of a screen's bottom edge in which a window snaps.
  @Pref(validate: .range(0...100)) public var snapEdgeMarginBottom: Float = 5
  /// Points between windows.
  @Pref(validate: .range(0...500), policy: .clamp) public var gapSize: Float = 0
  /// Points at the top of each screen that windows leave free.
  @Pref(validate: .range(0...)) public var screenEdgeGapTop: Float = 0
  /// Points by which a window grows or shrinks with each step.
  @Pref(validate: .range(1...)) public var sizeOffset: Float = 30
  /// The part of the screen's height that "almost maximize" fills; `nil` for nine tenths.
  @Pref(validate: .range(0.1...1)) public var almostMaximizeHeight: Float? = nil
  /// The opacity of the area that a window would snap to.
  @Pref(validate: .range(0...1), policy: .clamp) public var footprintAlpha: Float = 0.3
  /// The color of that area; `nil` for the accent color.
  @Pref public var footprintColor: FootprintColor? = nil
  /// The result of a double click on a title bar.
  @Pref public var doubleClickTitleBar = TitleBarAction.none
  /// The identifiers of programs in which no shortcut works.
  @Pref(coding: .jsonString) public var disabledApps: Set<String> = []
  /// The identifiers of programs whose windows are never moved.
  @Pref public var fullIgnoreBundleIds: [String] = []
  /// The shortcut that moves a window to the left half.
  @Pref public var leftHalf: Shortcut? = Shortcut(keyCode: 123, modifierFlags: 786_432)
  /// The shortcut that moves a window to the right half.
  @Pref public var rightHalf: Shortcut? = Shortcut(keyCode: 124, modifierFlags: 786_432)
  /// The shortcut that maximizes a window.
  @Pref public var maximize: Shortcut? = Shortcut(keyCode: 36, modifierFlags: 786_432)
  /// Whether a program stays at the side of the screen.
  @Pref public var todo = false
  /// The identifier of that program.
  @Pref public var todoApplication: String? = nil
  /// The width of the side in points.
  @Pref(validate: .range(100...)) public var todoSidebarWidth: Float = 400
  /// The side of the screen on which that program stays.
  @Pref public var todoSidebarSide = ScreenSide.right

  /// The settings that stay on this device.
  public let device = WindowManagerDeviceSettings()
}

/// The settings of one device, which aren't part of a configuration.
@SettingsGroup(domain: "com.example.windows", keys: .propertyName, traits: [.deviceLocal])
public final class WindowManagerDeviceSettings: Sendable {
  /// Whether the program starts when the user logs in.
  @Pref public var launchOnLogin = false
  /// The version that ran last, which decides whether news is shown.
  @Pref public var lastVersion: String? = nil
}
