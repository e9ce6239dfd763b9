import TypedSettings

final class Other: Sendable {}

@propertyWrapper struct Clamped { var wrappedValue: Int }

@SettingsGroup(domain: "app") final class Constants {
  @Pref let constant = 3  // expect: '@Pref' can only be attached to a 'var' // also: cannot expand accessor macro on variable declared with 'let'
}

@SettingsGroup(domain: "app") final class Several {
  @Pref var first = 1, second = 2  // expect: '@Pref' can only be attached to a declaration of a single property // also: can only apply to a single variable
}

@SettingsGroup(domain: "app") final class Tuples {
  @Pref var (left, right) = (1, 2)  // expect: '@Pref' cannot be attached to a tuple pattern // also: can only apply to a single variable
}

@SettingsGroup(domain: "app") final class Statics {
  @Pref static var shared = 1  // expect: '@Pref' cannot be attached to a 'static' property
  @Pref class var overridable = 1  // expect: '@Pref' cannot be attached to a 'class' property
}

@SettingsGroup(domain: "app") final class Lazies {
  @Pref lazy var late = 1  // expect: '@Pref' cannot be attached to a 'lazy' property // also: 'lazy' cannot be used on a computed property
}

@SettingsGroup(domain: "app") final class References {
  @Pref weak var weakly: Other?  // expect: '@Pref' cannot be attached to a 'weak' property
  @Pref unowned var unowned: Other  // expect: '@Pref' cannot be attached to an 'unowned' property
  init() {}
}

@SettingsGroup(domain: "app") final class Accessors {
  @Pref var computed: Int { 3 }  // expect: '@Pref' cannot be attached to a property with accessors
  @Pref var settable: Int {  // expect: '@Pref' cannot be attached to a property with accessors
    get { 3 }
    set {}
  }
  @Pref var observed = 3 {  // expect: '@Pref' cannot be attached to a property with observers // also: did not produce a non-observing accessor
    didSet {}
  }
}

@SettingsGroup(domain: "app") final class Untyped {
  @Pref var nothing  // expect: '@Pref' property must have a type annotation or a default value // also: type annotation missing in pattern
}

@SettingsGroup(domain: "app") final class Wrapped {
  @Pref @Clamped var clamped = 1  // expect: '@Pref' cannot be combined with '@Clamped' // also: property wrapper cannot be applied to a computed property
}

@SettingsGroup(domain: "app") final class Twice {
  @Pref @Pref var twice = 1  // expect: '@Pref' can only be attached once to a property // also: did not produce a non-observing accessor
}

@SettingsGroup(domain: "app") final class RawNames {
  @Pref var `font size` = 1  // expect: '@Pref' property must have a name that can follow '$'; use a name without backticks
  @Pref var `404` = 1  // expect: '@Pref' property must have a name that can follow '$'; use a name without backticks
  @Pref var `a→b` = 1  // expect: '@Pref' property must have a name that can follow '$'; use a name without backticks
}

@SettingsGroup(domain: "app") final class Conditional {
  #if NEVER
    @Pref
  #endif
  var excluded = 1  // expect@3: '@Pref' cannot be inside '#if' without its property
  #if !NEVER
    @Pref
  #endif
  var included = 1  // expect@3: '@Pref' cannot be inside '#if' without its property
}
