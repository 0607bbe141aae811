import { escapeHtml } from '../../../engine/text/document/syntax/html-tree.js';
import type { JsonValue } from '../../../platform/db/query/json.js';
import { addressForms } from '../../identity/users/email-address.js';
import { nameInMail } from '../../mail/mails/layout.js';

/** Texts that identify an erased person, and the name that replaces them. */
export interface Traces {
  userId: string;
  /** The name of the erased person: `Former member 7f3a`. */
  formerName: string;
  /**
   * Rows that were written after this time, ISO 8601, are not about the person. This time is a few seconds after the
   * erasure, because concurrent transactions may still write and clocks may differ. Later rows are about another user
   * with the same address.
   */
  until: string;
  /** Ids of the organizations whose mails may name the person. */
  organizations: readonly string[];
  /** Forms of the e-mail address; replaced everywhere. */
  addresses: readonly string[];
  /** Forms of the display name in mails; replaced as whole words. */
  words: readonly string[];
}

/** A person before the erasure. */
export interface Identity {
  displayName: string;
  email: string | null;
}

/** Returns the traces of a person. */
export function tracesOf(
  { displayName, email }: Identity,
  replacement: Pick<Traces, 'userId' | 'formerName' | 'until' | 'organizations'>,
): Traces {
  const name = nameInMail(displayName);
  const addresses = email === null ? [] : [email, ...addressForms(email)];
  return {
    ...replacement,
    addresses: unique([...addresses, ...addresses.map(encodeURIComponent)]),
    words: unique([displayName, name, escapeHtml(name)]),
  };
}

/**
 * Pattern for the start of an address: the character before it cannot belong to a longer address, unless it is
 * percent-encoded.
 */
const addressStart = String.raw`(?:(?<=%[0-9a-f]{2})|(?<![\p{L}\p{N}._+-]))`;

/** Pattern for the end of an address: the domain does not continue. */
const addressEnd = String.raw`(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])`;

/**
 * Replaces the addresses in a text, but not parts of longer addresses. Names stay, because the text may be by people
 * who wrote about the person.
 */
export function replaceInText(text: string, { addresses, formerName }: Traces): string {
  if (addresses.length === 0) return text;
  return text.replace(new RegExp(`${addressStart}(?:${anyOf(addresses)})${addressEnd}`, 'giu'), () => formerName);
}

/**
 * Pattern alternatives for the parts of a mail where names stay. In both formats, these are URLs. In HTML, they are
 * also tags and character references.
 */
const fixedParts = {
  text: { before: '', after: String.raw`|https?://\S+` },
  html: { before: '<[^>]*>|', after: String.raw`|&#?\w+;|https?://[^\s<]+` },
};

/** Replaces the addresses and the display name in a text or in the HTML of a mail. */
export function replaceInMail(text: string, traces: Traces, format: keyof typeof fixedParts = 'text'): string {
  const { before, after } = fixedParts[format];
  const name = String.raw`((?<![\p{L}\p{N}])(?:${anyOf(traces.words)})(?![\p{L}\p{N}]|://))`;
  const pattern = new RegExp(`${before}${name}${after}`, 'gu');
  const replaced = replaceInText(text, traces);
  return replaced.replace(pattern, (part, named?: string) => (named === undefined ? part : traces.formerName));
}

/** Replaces the addresses in all strings of a JSON value, at any depth. The names of members stay. */
export function replaceInJson(value: JsonValue, traces: Traces): JsonValue {
  if (typeof value === 'string') return replaceInText(value, traces);
  if (Array.isArray(value)) return value.map((item) => replaceInJson(item, traces));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaceInJson(item, traces)]));
}

/** Returns a pattern that matches any of the texts, the longest first. */
function anyOf(texts: readonly string[]): string {
  const longestFirst = texts.toSorted((a, b) => b.length - a.length);
  return longestFirst.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}
