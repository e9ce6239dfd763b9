// swift-tools-version: 6.1
import PackageDescription

// A separate package, like an app that uses the library.
let package = Package(
  name: "reducer",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-typed-settings", path: "../..")],
  targets: [
    .target(
      name: "Pomodoro", dependencies: [.product(name: "TypedSettings", package: "swift-typed-settings")]),
    .executableTarget(
      name: "session",
      dependencies: ["Pomodoro", .product(name: "TypedSettings", package: "swift-typed-settings")]),
    .testTarget(
      name: "PomodoroTests",
      dependencies: [
        "Pomodoro", .product(name: "TypedSettings", package: "swift-typed-settings"),
        .product(name: "TypedSettingsTesting", package: "swift-typed-settings"),
      ]),
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
