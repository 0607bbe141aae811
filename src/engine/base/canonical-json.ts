/**
 * Prints a JSON value with sorted keys, so that equal values give equal text. Omits members that are `undefined`. Keys
 * are ordered by UTF-16 code units.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = definedMembers(value);
  members.sort(([left], [right]) => compareCodeUnits(left, right));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}

/** Compares strings by UTF-16 code units. Unlike `localeCompare`, the order is the same on every machine. */
export function compareCodeUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Reports whether two JSON values are equal. A missing member equals an `undefined` one. */
export function equalJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) return equalLists(left, right);
  const [members, otherMembers] = [definedMembers(left), definedMembers(right)];
  // `Object.hasOwn` is necessary because every object inherits members such as `constructor`.
  return (
    members.length === otherMembers.length &&
    members.every(([key, member]) => Object.hasOwn(right, key) && equalJson(member, right[key as never]))
  );
}

function equalLists(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  return left.every((item, index) => equalJson(item, right[index]));
}

function definedMembers(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}
