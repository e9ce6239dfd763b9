import Foundation

let name = CommandLine.arguments.dropFirst().first ?? "server"
let endpoints = ProcessInfo.processInfo.environment["ETCD_ENDPOINTS"] ?? "http://127.0.0.1:2379"
try await Server(named: name, endpoints: endpoints.split(separator: ",").map(String.init)).run()
