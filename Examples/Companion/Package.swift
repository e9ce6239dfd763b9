// swift-tools-version: 6.1
import PackageDescription

// A separate package, like an app that uses the library.
let library: [Target.Dependency] = [
  .product(name: "TypedSettings", package: "swift-typed-settings"),
  .product(name: "TypedSettingsSync", package: "swift-typed-settings"),
]

let package = Package(
  name: "companion",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-typed-settings", path: "../..")],
  targets: [
    .target(name: "Companion", dependencies: library),
    .executableTarget(name: "phone", dependencies: ["Companion"] + library),
    .executableTarget(name: "watch", dependencies: ["Companion"] + library),
    .executableTarget(name: "remote", dependencies: ["Companion"] + library),
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
