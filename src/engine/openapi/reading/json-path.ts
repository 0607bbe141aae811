import { isMembers, type Members, membersOrEmpty } from '../../base/members.js';
import type { Json } from '../../base/types.js';

/**
 * Position of a value in a document: the parent's position and the name in the parent. The position of the whole
 * document is null.
 */
export interface JsonPath {
  readonly up: JsonPath | null;
  readonly name: string;
}

/** A value in a document, with its position. */
export interface LocatedValue {
  readonly value: Json;
  readonly place: JsonPath | null;
}

/** Returns the JSON pointer of a position; empty for the whole document. */
export function pointerTo(place: JsonPath | null): string {
  const names: string[] = [];
  for (let at = place; at; at = at.up) names.push(at.name.replaceAll('~', '~0').replaceAll('/', '~1'));
  return names
    .reverse()
    .map((name) => `/${name}`)
    .join('');
}

/** Returns the member with a name, with its position; undefined if there is none. */
export function memberAt({ value, place }: LocatedValue, name: string): LocatedValue | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return { value: (value as Members)[name]!, place: { up: place, name } };
}

/** Returns the members of an object with their positions; returns an empty array for other values. */
export function membersAt(located: LocatedValue | undefined): [string, LocatedValue][] {
  if (!located || !isMembers(located.value)) return [];
  return Object.entries(located.value).map(([name, value]) => [name, { value, place: { up: located.place, name } }]);
}

/** Returns the items of a list with their positions; returns an empty array for other values. */
export function itemsAt(located: LocatedValue | undefined): LocatedValue[] {
  if (!located || !Array.isArray(located.value)) return [];
  return located.value.map((value, index) => ({ value, place: { up: located.place, name: String(index) } }));
}

/** Returns the value of a member that is a non-blank string; undefined for any other member. */
export function textAt({ value }: LocatedValue, name: string): string | undefined {
  const text = membersOrEmpty(value)[name];
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}
