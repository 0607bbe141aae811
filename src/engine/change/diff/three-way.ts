/** Three versions of a value; a version is absent if it has no value. */
export interface ThreeWay<Value> {
  base?: Value;
  ours?: Value;
  theirs?: Value;
}

/** Returns the versions of one member from three objects, any of which may be absent. Ignores inherited members. */
export function threeWayMember<Value extends object, Name extends keyof Value>(
  three: ThreeWay<Value>,
  name: Name,
): ThreeWay<Value[Name]> {
  const read = (value: Value | undefined) => (value && Object.hasOwn(value, name) ? value[name] : undefined);
  return { base: read(three.base), ours: read(three.ours), theirs: read(three.theirs) };
}

/** Returns the names of all members of the three objects. */
export function memberNames(three: ThreeWay<object>): string[] {
  return [...new Set([three.ours, three.theirs, three.base].flatMap((value) => Object.keys(value ?? {})))];
}
