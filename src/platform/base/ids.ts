import { randomBytes, randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';

/**
 * Prefixes of ids by type of object. The same string is the primary key of the row, the REST id and the Relay global
 * id.
 */
export const prefixes = {
  User: 'usr',
  AccessToken: 'tok',
  Organization: 'org',
  Space: 'spc',
  Revision: 'rev',
  Page: 'page',
  File: 'file',
  ReusableContent: 'rsc',
  ChangeRequest: 'cr',
  Review: 'rvw',
  Comment: 'cmt',
  CommentReply: 'rpl',
  Site: 'site',
  SiteSpace: 'sitesp',
  SiteSection: 'sitesc',
  SiteSectionGroup: 'sitegr',
  ShareLink: 'shl',
  Collection: 'col',
  Team: 'team',
  Grant: 'grant',
  InviteLink: 'inv',
  SamlProvider: 'saml',
  OidcProvider: 'oidc',
  Session: 'ses',
  Mail: 'mail',
  Notification: 'ntf',
  OpenAPISpec: 'spec',
  OpenAPISpecVersion: 'specv',
  Conversation: 'cnv',
  ConversationIssue: 'iss',
  ConversationsIssuesCluster: 'clu',
  Translation: 'trl',
  GlossaryEntry: 'term',
  Job: 'job',
} as const;

/** A type of object that has an id. */
export type IdKind = keyof typeof prefixes;

const nextUlid = monotonicFactory(randomFraction);

/**
 * Creates an id: prefix, `_`, and a ULID of 26 lower-case characters. Ids that one process creates are in ascending
 * order.
 */
export function newId(kind: IdKind): string {
  return `${prefixes[kind]}_${nextUlid().toLowerCase()}`;
}

/** Creates an id that serves as a credential: at least 128 random bits, which do not reveal the time of creation. */
export function newCredential(kind: IdKind): string {
  const digits = '0123456789abcdefghjkmnpqrstvwxyz';
  return `${prefixes[kind]}_${Array.from(randomBytes(26), (byte) => digits[byte % 32]).join('')}`;
}

/** Creates a request id, which appears in the log and in the response. */
export function newRequestId(): string {
  return `req_${nextUlid().toLowerCase()}`;
}

const kinds = new Map<string, IdKind>(Object.entries(prefixes).map(([kind, prefix]) => [prefix, kind as IdKind]));

/** Returns the type of object of an id, by its prefix; null if the string is not an id of docgraph. */
export function idKind(id: string): IdKind | null {
  const match = /^([a-z]+)_[0-9a-hjkmnp-tv-z]{26}$/.exec(id);
  return (match && kinds.get(match[1]!)) ?? null;
}

/** Buffer of random bytes. Without it, `ulid` would make a system call per byte, which is 16 per id. */
const randomPool = new Uint8Array(4096);
let used = randomPool.length;

/** Returns a random multiple of 1/256 below 1, as the default random source of `ulid` does. */
function randomFraction(): number {
  if (used === randomPool.length) {
    randomFillSync(randomPool);
    used = 0;
  }
  return randomPool[used++]! / 256;
}
