#if canImport(Combine) || OpenCombine
  /// Tells each change of the settings of a group, once.
  final class GroupSource: SubscriptionSource {
    struct News: Equatable {
      /// The place of the setting among those that are observed.
      let setting: Int
      let stored: SettingsValue?
      let former: SettingsValue?

      /// An announcement and the change that follows it are the same news.
      static func == (left: Self, right: Self) -> Bool { (left.setting, left.stored) == (right.setting, right.stored) }
    }

    private let settings: [any LinkedSetting]
    private let observations: [SettingObservation]
    /// The stored forms that were told last, by the places of their settings.
    private let last = LockedState<[Int: SettingsValue?]>([:])

    init(of settings: [any LinkedSetting], offer: @escaping @Sendable (News) -> Void) {
      self.settings = settings
      observations = settings.enumerated().map { index, setting in
        setting.link.observe(includesAnnouncements: true) {
          offer(News(setting: index, stored: $0.value, former: $0.oldValue))
        }
      }
    }

    func output(for news: News) -> Void? {
      let former = last.withLock { $0.updateValue(news.stored, forKey: news.setting) } ?? news.former
      return settings[news.setting].isSame(news.stored, former) ? nil : ()
    }
  }
#endif
