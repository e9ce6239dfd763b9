// swift-tools-version: 6.1
import PackageDescription

// A separate package, like programs that use the library.
let library: Target.Dependency = .product(name: "TypedSettings", package: "swift-typed-settings")
let package = Package(
  name: "ports",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-typed-settings", path: "../..")],
  targets: [
    .target(name: "Clipboard", dependencies: [library]),
    .target(name: "Editor", dependencies: [library]),
    .target(name: "Daemon", dependencies: [library]),
    .target(name: "WindowManager", dependencies: [library]),
    .executableTarget(name: "download-daemon", dependencies: ["Daemon", library], path: "Sources/download-daemon"),
    .testTarget(name: "PortsTests", dependencies: ["Clipboard", "Editor", "Daemon", "WindowManager", library]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
