public import TypedSettingsCore
internal import TypedSettingsTools

/// A page in the browser for the settings of a program without a window, such as a daemon or a kiosk.
///
/// ```swift
/// // not compiled: needs the trait Page
/// let page = SettingsPage(title: "Pomodoro") { [TimerSettings()] }
/// try await page.run(port: 8080)
/// ```
///
/// The page has a control for each setting, follows changes of others, and shows the message of a rule at its control.
/// It's plain HTML with a small script, and works without the script except for changes of others.
///
/// Only a browser that has opened the printed address can use the page; the address contains a token that is new in
/// each run. By default, the page is available on the same machine only. The connection isn't encrypted.
public struct SettingsPage: Sendable {
  let title: String
  let store: any SettingsStore
  let makeGroups: @Sendable () -> [any SettingsGroup]

  /// Creates a page for settings in the current store, `PreferenceContext.store`.
  ///
  /// The closure makes new groups. The page calls it again for each change, which it makes in that copy until all of
  /// it is valid. If the closure returns existing groups, the page displays them and refuses changes.
  ///
  /// - Parameters:
  ///   - title: The title of the page.
  ///   - groups: A closure that makes new groups in the current store.
  public init(title: String = "Settings", groups: @escaping @Sendable () -> [any SettingsGroup]) {
    self.title = title
    store = PreferenceContext.store
    makeGroups = groups
  }
}

#if Page
  extension SettingsPage {
    /// Serves the page until the task is canceled.
    ///
    /// - Parameters:
    ///   - host: The IPv4 or IPv6 address of the machine to listen at, and not a name; by default, other machines can't
    ///     connect.
    ///   - port: The port; 0 for one that is free.
    ///   - names: Other names of the machine that browsers use, without a port, such as `kiosk.local`. At `0.0.0.0` and
    ///     `::`, all addresses of the machine are allowed, too.
    ///   - tokenFile: The path of a file that keeps the token, so that the address and open pages stay valid when the
    ///     program is started again; `nil` for a new token in each run. It's created if it's missing, and readable for
    ///     its owner only.
    ///   - announce: A closure that gets the address once the page is available. By default, it's printed; in a
    ///     terminal also as a QR code if other machines can connect.
    /// - Throws: `SettingsError` with ``SettingsError/Code/pageUnavailable`` if `host` isn't an address, if the system
    ///   can't listen at it, or if the token file can't be used.
    public func run(
      host: String = "127.0.0.1", port: UInt16 = 0, names: [String] = [], tokenFile: String? = nil,
      announce: (@Sendable (_ address: String) -> Void)? = nil
    ) async throws {
      var random = SystemRandomNumberGenerator()
      try await run(
        host: host, port: port, names: names, tokenFile: tokenFile, using: &random,
        announce: announce ?? Self.writeAddress)
    }

    private static func writeAddress(_ address: String) {
      let console = SettingsConsole.standard
      console.write("Settings: \(address)\n")
      let isOwn = ["127.0.0.1", "localhost", "[::1]"].contains { address.hasPrefix("http://\($0):") }
      if console.isTerminal, !isOwn, let code = QRCode(address) { console.write(code.terminalText) }
    }

    /// Serves the page with a source of random numbers, which the secrets of the run are made from.
    package func run(
      host: String, port: UInt16, names: [String], tokenFile: String? = nil,
      using random: inout some RandomNumberGenerator,
      announce: @Sendable (_ address: String) -> Void
    ) async throws {
      let secrets =
        if let tokenFile { try PageSecrets(keptAt: tokenFile, using: &random) } else { PageSecrets(using: &random) }
      let listener = try PageListener(host: host, port: port)
      defer { listener.close() }
      let isEverywhere = host == "0.0.0.0" || host == "::"
      let ownName = isEverywhere ? "127.0.0.1" : host.contains(":") ? "[\(host)]" : host
      let isLoopback = isEverywhere || host == "127.0.0.1" || host == "::1"
      let access = PageAccess(
        names: (isLoopback ? ["127.0.0.1", "localhost", "[::1]"] : [ownName]) + names, port: listener.port,
        allowsAddresses: isEverywhere, secrets: secrets)
      let session = PageSession(title: title, access: access, store: store, groups: makeGroups)
      announce("http://\(names.first ?? ownName):\(listener.port)/?token=\(access.token)")
      do { try await PageServer(session).run(listener) } catch {
        // The end of the task is the end of the page, and no failure.
        if !Task.isCancelled { throw error }
      }
    }
  }
#endif
