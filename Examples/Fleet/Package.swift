// swift-tools-version: 6.1
import PackageDescription

// A separate package, like a service that uses the library.
let package = Package(
  name: "fleet",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-typed-settings", path: "../..", traits: [.defaults, "Etcd"])],
  targets: [
    .executableTarget(
      name: "server",
      dependencies: [
        .product(name: "TypedSettings", package: "swift-typed-settings"),
        .product(name: "TypedSettingsFleet", package: "swift-typed-settings"),
      ])
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
