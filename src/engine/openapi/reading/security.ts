import { membersOrEmpty } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { memberAt } from './json-path.js';
import type { FoundOperation } from './operations.js';
import { resolveMember, type SpecDocument } from './reader.js';

/**
 * One alternative of the security requirements: the required scopes by name of the security scheme. All schemes are
 * required together. An empty map means that no credentials are required.
 */
export type SecurityRequirement = Map<string, string[]>;

/**
 * Returns the alternative security requirements of an operation. One alternative is sufficient. If there are none, no
 * credentials are required.
 */
export function securityOf(reader: SpecDocument, found: FoundOperation): SecurityRequirement[] {
  const own = securitySource(reader, found);
  const ways = Array.isArray(own) ? own : [];
  return ways.map(
    (way) => new Map(Object.entries(membersOrEmpty(way)).map(([name, scopes]) => [name, stringsIn(scopes)])),
  );
}

/**
 * Returns the operation's list of security requirements if it has one. Otherwise returns the document's list, which
 * operations share.
 */
export function securitySource(reader: SpecDocument, { operation }: FoundOperation): Json | undefined {
  return membersOrEmpty(operation.value).security ?? reader.members.security;
}

/**
 * Describes a security scheme without its name: `http bearer`, `apiKey header X-Key`, `oauth2`. Returns the name if the
 * scheme is not defined.
 */
export function schemeText(reader: SpecDocument, name: string): string {
  const holder =
    reader.dialect === '2.0'
      ? memberAt(reader.root, 'securityDefinitions')
      : resolveMember(reader, memberAt(reader.root, 'components') ?? reader.root, 'securitySchemes');
  const scheme = membersOrEmpty(holder && resolveMember(reader, holder, name)?.value);
  const { type, scheme: way, in: place, name: key, openIdConnectUrl } = scheme;
  if (typeof type !== 'string') return name;
  // Swagger 2.0 has a type of its own for basic authentication; in OpenAPI 3 it is the type `http` with the scheme
  // `basic`.
  const parts = type === 'basic' ? ['http', 'basic'] : [type, way, place, key, openIdConnectUrl];
  return parts.flatMap((part) => (typeof part === 'string' ? [part] : [])).join(' ');
}

function stringsIn(value: Json): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
