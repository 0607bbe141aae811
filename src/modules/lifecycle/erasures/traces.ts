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
   * Time after which nothing was written about the person, ISO 8601: a few seconds after the erasure, because other
   * transactions and clocks overlap with it. Later rows are about another user with the same address.
   */
  until: string;
  /** Names and ids at identity providers; replaced where a value equals one of them. */
  values: readonly string[];
  /** E-mail addresses and the address of the picture; replaced everywhere. */
  addresses: readonly string[];
  /** Forms of the display name in mails; replaced as whole words. */
  words: readonly string[];
}

/** A person before the erasure. */
export interface Identity {
  displayName: string;
  email: string | null;
  photoURL: string | null;
  /** Ids at identity providers. */
  subjects: readonly string[];
}

/** Returns the traces of a person. */
export function tracesOf(
  { displayName, email, photoURL, subjects }: Identity,
  to: Pick<Traces, 'userId' | 'formerName' | 'until'>,
): Traces {
  const name = nameInMail(displayName);
  const addresses = email === null ? [] : [email, ...addressForms(email)];
  return {
    ...to,
    values: unique([displayName, ...subjects]),
    addresses: unique([...addresses, ...addresses.map(encodeURIComponent), ...(photoURL === null ? [] : [photoURL])]),
    words: unique([displayName, name, escapeHtml(name)]),
  };
}

/** Replaces the addresses in a text. Text that people wrote about the person by name stays. */
export function replaceInText(text: string, { addresses, formerName }: Traces): string {
  return addresses.length === 0 ? text : text.replace(new RegExp(anyOf(addresses), 'giu'), () => formerName);
}

/** Replaces the addresses and the display name in the text of a mail. */
export function replaceInMail(text: string, traces: Traces): string {
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(?:${anyOf(traces.words)})(?![\\p{L}\\p{N}])`, 'gu');
  return replaceInText(text, traces).replace(words, () => traces.formerName);
}

/** Replaces values that equal a trace, and the addresses in all texts, at any depth. Names of members stay. */
export function replaceInJson(value: JsonValue, traces: Traces): JsonValue {
  if (typeof value === 'string')
    return traces.values.includes(value) ? traces.formerName : replaceInText(value, traces);
  if (Array.isArray(value)) return value.map((item) => replaceInJson(item, traces));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaceInJson(item, traces)]));
}

/** Returns a pattern that matches any of some texts, the longest first. */
function anyOf(texts: readonly string[]): string {
  const longestFirst = texts.toSorted((one, other) => other.length - one.length);
  return longestFirst.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}
