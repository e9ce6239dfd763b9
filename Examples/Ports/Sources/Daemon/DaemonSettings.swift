public import TypedSettings

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The 33 settings of a download daemon.
///
/// Each setting has a command-line option, an environment variable and a key in the file.
@SettingsGroup(domain: "com.example.downloads", keyPrefix: "")
public final class DaemonSettings: Sendable {
  /// The folder for downloads.
  @Pref @PrefAttr(\.option, ["dir", "d"]) public var directory = "/var/lib/downloads"
  /// The maximum number of concurrent downloads.
  @Pref(validate: .range(1...64)) @PrefAttr(\.option, ["max-concurrent", "j"]) public var maxConcurrent = 5
  /// The number of connections to each server.
  @Pref(validate: .range(1...16)) @PrefAttr(\.option, ["split", "s"]) public var connectionsPerServer = 5
  /// The maximum number of attempts for a download; 0 is unlimited.
  @Pref(aliases: ["MaxRetries"]) @PrefAttr(\.option, ["max-tries", "m"]) public var maxTries = 5
  /// Seconds between two attempts.
  @Pref public var retryWait = 0.0
  /// Seconds until a connection times out.
  @Pref @PrefAttr(\.option, ["timeout", "t"]) public var timeout = 60.0
  /// Whether an interrupted download is resumed.
  @Pref @PrefAttr(\.option, ["continue", "c"]) public var continues = true
  /// The allocation method for the disk space of a download.
  @Pref public var allocation = Allocation.preallocate
  /// Whether the checksum of a finished download is verified.
  @Pref @PrefAttr(\.option, ["check-integrity", "V"]) public var checksIntegrity = false
  /// The user agent in requests to servers.
  @Pref @PrefAttr(\.option, ["user-agent", "U"]) public var userAgent = "downloads/1.0"
  /// Headers for each request.
  @Pref public var headers: [String] = []
  /// The proxy for all downloads.
  @Pref public var proxy: URL? = nil
  /// Hosts that are accessed without a proxy.
  @Pref public var noProxy: Set<String> = ["localhost"]
  /// The logins by host.
  @Pref(traits: [.secret]) public var logins: [String: String] = [:]

  /// The total speed limit of all downloads.
  @Pref @PrefAttr(\.option, "limit") public var downloadLimit = Speed(bytes: 0)
  /// The total speed limit of all uploads.
  @Pref @PrefAttr(\.option, ["upload-limit", "u"]) public var uploadLimit = Speed(bytes: 0)
  /// The speed limit during the schedule.
  @Pref public var scheduledLimit = Speed(bytes: 1 << 20)
  /// The schedule of the other limit.
  @Pref public var schedule: Schedule? = nil

  /// Additional trackers for each torrent.
  @Pref public var trackers: [URL] = []
  /// The port for peer connections.
  @Pref(validate: .range(1...65_535)) public var peerPort = 51_413
  /// Whether a random port is used at each start.
  @Pref public var usesRandomPort = false
  /// The maximum number of peers for each torrent.
  @Pref(validate: .range(1...), policy: .clamp) public var maxPeers = 55
  /// Whether connections are encrypted.
  @Pref public var encryption = Encryption.preferred
  /// The ratio of uploaded to downloaded bytes at which seeding ends.
  @Pref public var seedRatio: Double? = 1.0
  /// Whether peers are found without a tracker.
  @Pref public var usesDistributedTable = true

  /// Whether clients can control the daemon.
  @Pref @PrefAttr(\.option, "rpc") public var allowsControl = false
  /// The port for clients.
  @Pref(validate: .range(1...65_535)) @PrefAttr(\.option, ["rpc-port", "p"]) public var controlPort = 6800
  /// The addresses of allowed clients.
  @Pref public var controlHosts: Set<String> = ["127.0.0.1"]
  /// The token that authenticates clients.
  @Pref(traits: [.secret]) @PrefAttr(\.option, "rpc-secret") public var controlToken: String? = nil

  /// Whether the process runs in the background.
  @Pref @PrefAttr(\.option, ["daemon", "D"]) public var isDaemon = false
  /// The log file; standard error by default.
  @Pref @PrefAttr(\.option, ["log", "l"]) public var logFile: String? = nil
  /// The minimum level of log messages.
  @Pref public var logLevel = LogLevel.notice
  /// Whether output is suppressed.
  @Pref @PrefAttr(\.option, ["quiet", "q"]) public var isQuiet = false

  /// Creates the settings with the current store.
  public init() {}
}
