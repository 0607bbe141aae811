/**
 * Makes a function that turns values into an object with these keys, in their order. It is compiled for the keys: V8 knows the
 * shape of the object then, and makes it several times as fast as by setting one key after the other.
 */
export function toObject(keys: readonly string[]): (values: readonly unknown[]) => Record<string, unknown> {
  // In brackets, `__proto__` is a key like any other.
  const members = keys.map((key, index) => `[${JSON.stringify(key)}]: values[${index}]`);
  return new Function('values', `return { ${members.join(', ')} }`) as ReturnType<typeof toObject>;
}
