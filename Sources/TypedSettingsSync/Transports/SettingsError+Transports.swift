public import TypedSettingsCore

extension SettingsError.Code {
  /// A transport can't carry messages, or can't at present; connecting again later may help.
  public static let transportUnavailable = Self(rawValue: "transportUnavailable")
  /// The connection to a peer has ended.
  public static let connectionLost = Self(rawValue: "connectionLost")
  /// The folder of a transport doesn't exist, for example because its medium isn't connected.
  public static let syncFolderMissing = Self(rawValue: "syncFolderMissing")
  /// The service of a transport has no room for the message, such as iCloud with its limits for each app.
  public static let transportFull = Self(rawValue: "transportFull")
  /// The message is larger than the transport accepts; it wasn't sent, or wasn't read.
  public static let messageTooLarge = Self(rawValue: "messageTooLarge")
  /// A message was received that can't be opened, because it was sealed with another key or has been modified.
  public static let messageNotOpened = Self(rawValue: "messageNotOpened")
  /// A mailbox of a peer can't be read; it's ignored until it changes or can be read.
  public static let mailboxIgnored = Self(rawValue: "mailboxIgnored")
}

extension SettingsError {
  static func transportUnavailable(
    _ found: String, advice: String = "it may be available later", underlying: (any Error)? = nil
  ) -> SettingsError {
    SettingsError(.transportUnavailable, found: found, advice: advice, underlying: underlying)
  }

  /// The error for a message that's sent before the events of the transport are requested.
  static var notConnected: SettingsError {
    .transportUnavailable("a transport that isn't connected", advice: "connect it before sending")
  }

  static func connectionLost(_ peer: SyncPeer, _ reason: String, underlying: (any Error)? = nil) -> SettingsError {
    SettingsError(
      .connectionLost, found: "the connection to '\(peer)' ended: \(reason)", advice: "a new connection is needed",
      underlying: underlying)
  }

  static func messageTooLarge(_ size: Int, maximum: Int, from source: String? = nil) -> SettingsError {
    SettingsError(
      .messageTooLarge,
      found: "a message of \(size) bytes\(source.map { " from \($0)" } ?? ""), where \(maximum) are allowed",
      advice: source == nil ? "synchronize fewer or smaller settings; nothing was sent" : "the message was ignored")
  }

  static func transportFull(_ found: String) -> SettingsError {
    SettingsError(.transportFull, found: found, advice: "synchronize fewer settings, or free room in the service")
  }

  static func mailboxIgnored(
    _ path: String, _ reason: String, advice: String, underlying: (any Error)? = nil
  ) -> SettingsError {
    SettingsError(
      .mailboxIgnored, found: "the mailbox '\(path)': \(reason)", advice: advice, underlying: underlying)
  }

  /// Throws an error if a message is larger than a transport accepts.
  static func checkSize(_ message: [UInt8], maximum: Int) throws(SettingsError) {
    guard message.count > maximum else { return }
    throw .messageTooLarge(message.count, maximum: maximum)
  }
}
