import TypedSettings

#if canImport(Combine)
  import Combine
#elseif OpenCombine
  import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  private let domain = "com.example.combine"

  /// A record of another key.
  func makeOtherRecord(in store: any SettingsStore, default value: String) -> SettingRecord<String> {
    makeSettings(in: store) {
      SettingRecord(name: "other", key: SettingsKey(domain: domain, name: "Other"), default: value, coding: .automatic)
    }
  }

  /// The code that the macro generates for a group that declares `ObservableObject`.
  final class PlayerSettings: SettingsGroup, ObservableObject, Sendable {
    let volumeRecord = SettingRecord(
      name: "volume", key: SettingsKey(domain: domain, name: "Volume"), default: 5, coding: .automatic)
    let isMutedRecord = SettingRecord(
      name: "isMuted", key: SettingsKey(domain: domain, name: "IsMuted"), default: false, coding: .automatic,
      publish: .beforeStore)
    let queue = QueueSettings()

    var volume: Int {
      get { volumeRecord.value }
      set { volumeRecord.value = newValue }
    }

    var isMuted: Bool {
      get { isMutedRecord.value }
      set { isMutedRecord.value = newValue }
    }

    /// A property that reads the volume only if it isn't muted.
    var loudness: Int { isMuted ? 0 : volume }

    /// The same value in a type that isn't `Equatable`.
    var level: Level { Level(loudness: loudness) }

    func enumerateSettings(into list: inout SettingsList) {
      list.append(volumeRecord)
      list.append(isMutedRecord)
      list.append(queue, named: "queue")
    }
  }

  struct Level: Sendable {
    let loudness: Int
  }

  final class QueueSettings: SettingsGroup, Sendable {
    let lengthRecord = SettingRecord(
      name: "length", key: SettingsKey(domain: domain, name: "Length"), default: 10, coding: .automatic)

    var length: Int {
      get { lengthRecord.value }
      set { lengthRecord.value = newValue }
    }

    func enumerateSettings(into list: inout SettingsList) { list.append(lengthRecord) }
  }

  /// A group that isn't `Sendable`, because it can have subclasses.
  class ShelfSettings: SettingsGroup {
    let lengthRecord = SettingRecord(
      name: "length", key: SettingsKey(domain: domain, name: "Shelf"), default: 10, coding: .automatic)

    var length: Int {
      get { lengthRecord.value }
      set { lengthRecord.value = newValue }
    }

    func enumerateSettings(into list: inout SettingsList) { list.append(lengthRecord) }
  }

  /// A group of the main actor, with the conformance that the macro generates.
  @MainActor final class WindowSettings: ObservableObject {
    nonisolated let widthRecord = SettingRecord(
      name: "width", key: SettingsKey(domain: domain, name: "Width"), default: 800, coding: .automatic)

    init() {}

    var width: Int {
      get { widthRecord.value }
      set { widthRecord.value = newValue }
    }

    /// The width in a type that isn't `Equatable`.
    var level: Level { Level(loudness: width / 100) }

    nonisolated func enumerateSettings(into list: inout SettingsList) { list.append(widthRecord) }
  }

  extension WindowSettings: nonisolated SettingsGroup {}
#endif
