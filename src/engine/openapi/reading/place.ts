import { isMembers, type Members, membersOf } from '../../base/members.js';
import type { Json } from '../../base/types.js';

/** Where something stands in a document: the name it has in what it stands in. The document itself has no place. */
export interface Place {
  readonly up: Place | null;
  readonly name: string;
}

/** A value of a document, with its place. */
export interface Located {
  readonly value: Json;
  readonly place: Place | null;
}

/** The JSON pointer of a place; empty for the document. */
export function pointerTo(place: Place | null): string {
  const names: string[] = [];
  for (let at = place; at; at = at.up) names.push(at.name.replaceAll('~', '~0').replaceAll('/', '~1'));
  return names
    .reverse()
    .map((name) => `/${name}`)
    .join('');
}

/** What stands in a value under a name; undefined where nothing does. */
export function memberAt({ value, place }: Located, name: string): Located | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return { value: (value as Members)[name]!, place: { up: place, name } };
}

/** The members of an object, each with its place; none where it is no object. */
export function membersAt(located: Located | undefined): [string, Located][] {
  if (!located || !isMembers(located.value)) return [];
  return Object.entries(located.value).map(([name, value]) => [name, { value, place: { up: located.place, name } }]);
}

/** The items of a list, each with its place; none where it is no list. */
export function itemsAt(located: Located | undefined): Located[] {
  if (!located || !Array.isArray(located.value)) return [];
  return located.value.map((value, index) => ({ value, place: { up: located.place, name: String(index) } }));
}

/** A member that is a text, and says something; undefined for any other. */
export function textAt({ value }: Located, name: string): string | undefined {
  const text = membersOf(value)[name];
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}
