public import TypedSettings

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The settings of a download daemon: 33 in all.
///
/// Each has an option, a variable of the environment and a place in the file.
@SettingsGroup(domain: "com.example.downloads", keyPrefix: "")
public final class DaemonSettings: Sendable {
  /// The folder that downloads are put into.
  @Pref @PrefAttr(\.option, ["dir", "d"]) public var directory = "/var/lib/downloads"
  /// Downloads at the same time.
  @Pref(validate: .range(1...64)) @PrefAttr(\.option, ["max-concurrent", "j"]) public var maxConcurrent = 5
  /// Connections for each server.
  @Pref(validate: .range(1...16)) @PrefAttr(\.option, ["split", "s"]) public var connectionsPerServer = 5
  /// How often a download is tried; 0 is for ever.
  @Pref(aliases: ["MaxRetries"]) @PrefAttr(\.option, ["max-tries", "m"]) public var maxTries = 5
  /// Seconds between two tries.
  @Pref public var retryWait = 0.0
  /// Seconds until a connection counts as lost.
  @Pref @PrefAttr(\.option, ["timeout", "t"]) public var timeout = 60.0
  /// Whether a download goes on where it was interrupted.
  @Pref @PrefAttr(\.option, ["continue", "c"]) public var continues = true
  /// How the space of a download is reserved.
  @Pref public var allocation = Allocation.preallocate
  /// Whether the checksum of a finished download is checked.
  @Pref @PrefAttr(\.option, ["check-integrity", "V"]) public var checksIntegrity = false
  /// The name of the program that servers are told.
  @Pref @PrefAttr(\.option, ["user-agent", "U"]) public var userAgent = "downloads/1.0"
  /// Lines that are added to each request.
  @Pref public var headers: [String] = []
  /// The proxy for all downloads.
  @Pref public var proxy: URL? = nil
  /// Hosts that no proxy is used for.
  @Pref public var noProxy: Set<String> = ["localhost"]
  /// Logins by host.
  @Pref(traits: [.secret]) public var logins: [String: String] = [:]

  /// The limit of all downloads together.
  @Pref @PrefAttr(\.option, "limit") public var downloadLimit = Speed(bytes: 0)
  /// The limit of all uploads together.
  @Pref @PrefAttr(\.option, ["upload-limit", "u"]) public var uploadLimit = Speed(bytes: 0)
  /// The limit in the hours of the schedule.
  @Pref public var scheduledLimit = Speed(bytes: 1 << 20)
  /// The hours of the other limit.
  @Pref public var schedule: Schedule? = nil

  /// The trackers that are added to each torrent.
  @Pref public var trackers: [URL] = []
  /// The port for peers.
  @Pref(validate: .range(1...65_535)) public var peerPort = 51_413
  /// Whether a port is picked by chance at each start.
  @Pref public var usesRandomPort = false
  /// Peers for each torrent.
  @Pref(validate: .range(1...), policy: .clamp) public var maxPeers = 55
  /// Whether connections are encrypted.
  @Pref public var encryption = Encryption.preferred
  /// Uploaded and downloaded bytes in proportion, at which seeding ends.
  @Pref public var seedRatio: Double? = 1.0
  /// Whether other peers are found without a tracker.
  @Pref public var usesDistributedTable = true

  /// Whether the daemon can be controlled from outside.
  @Pref @PrefAttr(\.option, "rpc") public var allowsControl = false
  /// The port that clients connect to.
  @Pref(validate: .range(1...65_535)) @PrefAttr(\.option, ["rpc-port", "p"]) public var controlPort = 6800
  /// The addresses that may connect.
  @Pref public var controlHosts: Set<String> = ["127.0.0.1"]
  /// The token that clients have to know.
  @Pref(traits: [.secret]) @PrefAttr(\.option, "rpc-secret") public var controlToken: String? = nil

  /// Whether the process goes to the background.
  @Pref @PrefAttr(\.option, ["daemon", "D"]) public var isDaemon = false
  /// The file of the log; standard error without one.
  @Pref @PrefAttr(\.option, ["log", "l"]) public var logFile: String? = nil
  /// What is written to the log.
  @Pref public var logLevel = LogLevel.notice
  /// Whether nothing is printed.
  @Pref @PrefAttr(\.option, ["quiet", "q"]) public var isQuiet = false

  /// Creates the settings in the current store.
  public init() {}
}
