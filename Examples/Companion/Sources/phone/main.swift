import Companion

try await Device(named: "phone", .listening, Options(device: "phone")).run()
