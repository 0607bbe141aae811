import { membersOf } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import type { FoundOperation } from './operations.js';
import { memberAt } from './place.js';
import { followedMember, type Reader } from './reader.js';

/** One way to be let in: all of its schemes together, by name, with the scopes that they need. No scheme: anybody is. */
export type SecurityWay = Map<string, string[]>;

/** The ways to be let in to an operation: one of them is enough. None: anybody is. */
export function securityOf(reader: Reader, found: FoundOperation): SecurityWay[] {
  const own = securitySource(reader, found);
  const ways = Array.isArray(own) ? own : [];
  return ways.map((way) => new Map(Object.entries(membersOf(way)).map(([name, scopes]) => [name, textsOf(scopes)])));
}

/** What says it: something of the operation itself, or of the document, which many share. */
export function securitySource(reader: Reader, { operation }: FoundOperation): Json | undefined {
  return membersOf(operation.value).security ?? reader.members.security;
}

/** What a scheme is, whatever its name: `http bearer`, `apiKey header X-Key`, `oauth2`; its name where nothing says it. */
export function schemeText(reader: Reader, name: string): string {
  const holder =
    reader.dialect === '2.0'
      ? memberAt(reader.root, 'securityDefinitions')
      : followedMember(reader, memberAt(reader.root, 'components') ?? reader.root, 'securitySchemes');
  const scheme = membersOf(holder && followedMember(reader, holder, name)?.value);
  const { type, scheme: way, in: place, name: key, openIdConnectUrl } = scheme;
  if (typeof type !== 'string') return name;
  // Swagger 2.0 has a type of its own for what later is a way of `http`.
  const parts = type === 'basic' ? ['http', 'basic'] : [type, way, place, key, openIdConnectUrl];
  return parts.flatMap((part) => (typeof part === 'string' ? [part] : [])).join(' ');
}

function textsOf(value: Json): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
