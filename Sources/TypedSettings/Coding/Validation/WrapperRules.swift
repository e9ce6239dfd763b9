/// What a wrapper makes of values.
struct WrapperRules<Wrapper: SettingWrapper>: ValueRules
where Wrapper.WrappedValue: Sendable, Wrapper.Config: Sendable {
  let config: Wrapper.Config

  var constraint: SettingConstraint? { nil }

  var isTransient: Bool { Wrapper.isTransient }

  func admit(_ value: Wrapper.WrappedValue) -> Admission<Wrapper.WrappedValue> {
    Admission(value: Wrapper.makeWrapper(from: value, config: config).wrappedValue)
  }
}
