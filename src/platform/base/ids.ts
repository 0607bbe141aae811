import { randomBytes, randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';

/** Prefixes of ids; the same string is the row's key, the REST id and the Relay global id. */
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
  OpenAPISpec: 'spec',
  OpenAPISpecVersion: 'specv',
  Conversation: 'cnv',
  ConversationIssue: 'iss',
  ConversationsIssuesCluster: 'clu',
  Translation: 'trl',
  GlossaryEntry: 'term',
  Job: 'job',
} as const;

/** A kind of object that has an id. */
export type IdKind = keyof typeof prefixes;

const nextUlid = monotonicFactory(randomFraction);

/** Makes an id: prefix, `_`, 26-character lower-case ULID; later ids sort after earlier ones within a process. */
export function newId(kind: IdKind): string {
  return `${prefixes[kind]}_${nextUlid().toLowerCase()}`;
}

/** Makes an id that is a credential: 128 random bits that tell nothing of when it was made. */
export function newCredential(kind: IdKind): string {
  const digits = '0123456789abcdefghjkmnpqrstvwxyz';
  return `${prefixes[kind]}_${Array.from(randomBytes(26), (byte) => digits[byte % 32]).join('')}`;
}

/** Makes the id that a request carries through the log and its answer. */
export function newRequestId(): string {
  return `req_${nextUlid().toLowerCase()}`;
}

const kinds = new Map<string, IdKind>(Object.entries(prefixes).map(([kind, prefix]) => [prefix, kind as IdKind]));

/** The kind an id names by its prefix; null where the string is no id of ours. */
export function kindOf(id: string): IdKind | null {
  const match = /^([a-z]+)_[0-9a-hjkmnp-tv-z]{26}$/.exec(id);
  return (match && kinds.get(match[1]!)) ?? null;
}

/** Random bytes in store: ulid would ask the system for each of them, 16 times an id. */
const randomPool = new Uint8Array(4096);
let used = randomPool.length;

/** A random multiple of 1/256 below 1, as ulid's own source gives. */
function randomFraction(): number {
  if (used === randomPool.length) {
    randomFillSync(randomPool);
    used = 0;
  }
  return randomPool[used++]! / 256;
}
