// swift-tools-version: 6.1
import PackageDescription

// A separate package, like a program with stores of its own.
let package = Package(
  name: "stores",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-typed-settings", path: "../.."),
    .package(url: "https://github.com/apple/swift-crypto", from: "3.12.3"),
  ],
  targets: [
    .target(
      name: "OwnStores",
      dependencies: [
        .product(name: "TypedSettings", package: "swift-typed-settings"),
        .product(name: "Crypto", package: "swift-crypto"),
      ]),
    .testTarget(
      name: "OwnStoresTests",
      dependencies: [
        "OwnStores", .product(name: "TypedSettings", package: "swift-typed-settings"),
        .product(name: "TypedSettingsTesting", package: "swift-typed-settings"),
        .product(name: "Crypto", package: "swift-crypto"),
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
