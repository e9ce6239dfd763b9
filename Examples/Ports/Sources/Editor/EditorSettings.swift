import TypedSettings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The domain of all settings; a global constant, because a class's attribute can't use the class's own constant.
let editorDomain = "com.example.editor"

/// The 52 settings of a text editor, in the groups of its settings window.
@SettingsGroup(domain: editorDomain, keyPrefix: "")
final class EditorSettings: Sendable {
  let general = GeneralSettings()
  let window = WindowSettings()
  let appearance = AppearanceSettings()
  let editing = EditingSettings()
  let format = FormatSettings()
  let printing = PrintingSettings()
}

@SettingsGroup(domain: editorDomain, keyPrefix: "")
final class GeneralSettings {
  @Pref var reopensBlankDocument = true
  @Pref var savesAutomatically = true
  @Pref var keepsVersions = true
  @Pref var externalChange = ExternalChange.notify
  /// The time of the last check for updates.
  @Pref var lastUpdateCheck: Date? = nil
  @Pref var recentFolders: [URL] = []
  @Pref(validate: .range(0...100)) var recentCount = 10
  @Pref var findHistory: [FindEntry] = []
  @Pref var snippets = [Snippet]()
  /// The shortcuts by command name.
  @Pref var shortcuts = ["find.next": "cmd-g", "find.previous": "cmd-shift-g"]
}

@SettingsGroup(domain: editorDomain, keyPrefix: "Window")
final class WindowSettings {
  @Pref var frame: Frame? = nil
  /// The window frames of documents, by path.
  @Pref var frames: [String: Frame] = [:]
  @Pref var showsToolbar = true
  @Pref var showsStatusBar = true
  @Pref var showsLineNumbers = true
  @Pref var showsPageGuide = false
  @Pref(validate: .range(1...500)) var pageGuideColumn = 80
  @Pref var opensTabs: Bool? = nil
  @Pref(validate: .range(0.2...1), policy: .clamp) var opacity = 1.0
  @Pref(validate: .range(120...600), policy: .clamp) var sidebarWidth = 200.0
}

@SettingsGroup(domain: editorDomain, keyPrefix: "")
final class AppearanceSettings {
  @Pref var appearance = Appearance.system
  @Pref var theme = "Dendrobates"
  @Pref var themeColors: [String: ThemeColors] = [:]
  @Pref var font = Font(name: "Menlo", size: 12)
  @Pref var monospacedFont: Font? = nil
  @Pref(validate: .range(0.5...10), policy: .clamp) var lineHeight = 1.2
  @Pref var antialiases = true
  @Pref var usesLigatures = false
  @Pref var shownInvisibles: Set<Invisible> = [.tab, .fullWidthSpace]
  @Pref var direction = WritingDirection.leftToRight
  @Pref var highlightsCurrentLine = false
  @Pref var cursorColor: HexColor? = nil
}

@SettingsGroup(domain: editorDomain, keyPrefix: "")
final class EditingSettings {
  @Pref var tabKey = TabKey.spaces
  @Pref(wrapper: Clamped<Int>.self, config: 1...99) var tabWidth = 4
  @Pref var indentsAutomatically = true
  @Pref var balancesBrackets = false
  @Pref var checksSpelling: Bool? = nil
  @Pref var replacesQuotes = false
  @Pref var wrapsLines = true
  @Pref var overscroll: Float = 0
  @Pref var completesWords = true
  @Pref(validate: .count(1...20)) var wordSeparators = "._-"
  /// The tokens of the assistant, by account.
  @Pref(traits: [.secret]) var assistantTokens: [String: String] = [:]
}

@SettingsGroup(domain: editorDomain, keyPrefix: "")
final class FormatSettings {
  @Pref var lineEnding = LineEnding.lf
  /// The raw values of the encodings, in the order of detection.
  @Pref var encodings: [UInt] = [4, 2_147_483_649, 10]
  @Pref var savesByteOrderMark = false
  @Pref var trimsSpacesOnSave = false
  /// The rules for kinds of files, by file extension.
  @Pref var fileRules: [String: FileRule] = ["md": FileRule(trimsSpaces: false), "go": FileRule(tab: .tab)]
}

@SettingsGroup(domain: editorDomain, keyPrefix: "Print")
final class PrintingSettings {
  @Pref var colors = PrintedColors.theme
  @Pref var printsHeader = true
  @Pref(wrapper: Trimmed.self) var headerFormat = "%file, %date"
  @Pref var margins: [Decimal] = [10, 10, Decimal(string: "12.5") ?? 12, 10]
}
