#if Page
  public import TypedSettingsCore

  extension SettingsError.Code {
    /// A page can't be served at an address, or with a token file.
    public static let pageUnavailable = Self(rawValue: "pageUnavailable")
  }

  extension SettingsError {
    /// The error for a file that can't keep the token.
    static func unusableToken(_ path: String, _ problem: String) -> SettingsError {
      SettingsError(
        .pageUnavailable, found: "the token file '\(path)', which \(problem)",
        advice: "pass the path of a file that's missing, or that the page has created; only its owner may read it")
    }

    /// The error for an address at which the system can't listen.
    static func unavailablePage(at host: String, _ port: UInt16, _ problem: String?) -> SettingsError {
      guard let problem else {
        return SettingsError(
          .pageUnavailable, found: "the host '\(host)', which isn't an IPv4 or IPv6 address",
          advice: "pass an address of the machine, such as '127.0.0.1' or '0.0.0.0', and its names as 'names'")
      }
      return SettingsError(
        .pageUnavailable, found: "no page at '\(host)' with port \(port): \(problem)",
        advice: "pass another port, or 0 for one that's free, and an address of this machine")
    }
  }
#endif
