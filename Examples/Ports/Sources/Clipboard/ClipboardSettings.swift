import TypedSettings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The domain of all settings; a global constant, because a class's attribute can't use the class's own constant.
let clipboardDomain = "com.example.clipboard"

/// The 41 settings of a clipboard manager, with the existing keys from `UserDefaults`.
///
/// The argument `key:` is the existing key of a property that has another name.
@SettingsGroup(domain: clipboardDomain, keys: .propertyName)
final class ClipboardSettings: Sendable {
  // General

  @Pref(key: "launchAtLogin") var launchesAtLogin = false
  /// The position of the list.
  @Pref(key: "popupPosition") var popupPlace = PopupPlace.pointer
  @Pref var popupScreen = 0
  /// The shortcut that shows the list; without one, only the icon shows it.
  @Pref(key: "KeyboardShortcuts_popup")
  var popupShortcut: KeyCombination? = KeyCombination(keyCode: 8, modifiers: [.shift, .command])
  @Pref(key: "KeyboardShortcuts_pin") var pinShortcut: KeyCombination? = nil
  @Pref(key: "KeyboardShortcuts_delete") var deleteShortcut: KeyCombination? = nil
  @Pref var searchMode = SearchMode.exact
  @Pref(key: "pasteByDefault") var pastesByDefault = false
  @Pref(key: "removeFormattingByDefault") var removesFormatting = false

  // History

  /// The maximum number of stored copies.
  @Pref(validate: .range(1...999), policy: .clamp) var historySize = 200
  @Pref(key: "sortBy") var sortOrder = SortOrder.lastCopied
  @Pref(key: "pinTo") var pinPlace = PinPlace.top
  @Pref(key: "clearOnQuit") var clearsOnQuit = false
  @Pref(key: "clearSystemClipboard") var clearsSystemClipboard = false
  /// The interval between checks of the clipboard, in seconds.
  @Pref(key: "clipboardCheckInterval", validate: .range(0.1...5), policy: .clamp) var checkInterval = 0.5
  @Pref(key: "enabledPasteboardTypes") var keptKinds: Set<ContentKind> = [.text, .richText, .image, .file]
  @Pref var largestItem: UInt64 = 16 << 20

  // Appearance

  @Pref var menuIcon = MenuIcon.clipboard
  @Pref(key: "showInStatusBar") var showsIcon = true
  @Pref(key: "showRecentCopyInMenuBar") var showsRecentCopy = false
  @Pref(key: "showFooter") var showsFooter = true
  @Pref(key: "showSearch") var showsSearch = true
  @Pref(key: "showTitle") var showsTitle = true
  @Pref(key: "showApplicationIcons") var showsApplicationIcons = false
  @Pref(key: "showSpecialSymbols") var showsSpecialSymbols = true
  @Pref(key: "highlightMatch") var highlight = Highlight.bold
  @Pref(key: "imageMaxHeight", validate: .range(1...200), policy: .clamp) var imageHeight = 40
  @Pref(key: "maxMenuItemLength", validate: .range(10...500)) var titleLength = 50
  @Pref var previewDelay = 1.5
  @Pref var windowSize = Size(width: 450, height: 800)
  @Pref(key: "windowPosition") var windowPlace: [Double]? = nil
  @Pref(validate: .matches(/#[0-9a-fA-F]{6}/)) var accentColor: String? = nil

  // Exclusions

  @Pref(key: "ignoreEvents", traits: [.transient]) var isPaused = false
  @Pref(key: "ignoreAllAppsExceptListed") var keepsListedOnly = false
  @Pref(key: "ignoredApps") var ignoredApplications: [String] = []
  @Pref(key: "ignoreRegexp") var ignoredPatterns: [String] = []
  @Pref(key: "ignoredPasteboardTypes") var ignoredTypes: Set<String> = ["org.nspasteboard.ConcealedType"]
  @Pref(key: "applicationRules") var rules: [String: ApplicationRule] = [:]

  // Bookkeeping

  @Pref(key: "lastReviewRequestedAt") var lastReviewRequest: Date? = nil
  @Pref var syncFolder: URL? = nil
  /// The password of the synchronized history.
  @Pref(traits: [.secret]) var syncPassword: String? = nil
}
