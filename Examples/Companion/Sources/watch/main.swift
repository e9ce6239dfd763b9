import Companion

try await Device(named: "watch", .connecting, Options(device: "watch")).run()
