/**
 * Returns an own member of an object, for names from user input. Returns undefined for inherited names such as
 * `constructor`.
 */
export function ownMember<Value>(holder: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}
