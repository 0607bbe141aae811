import { createHmac } from 'node:crypto';
import { idKind, prefixes } from '../../../platform/base/ids.js';

/** New ids by the ids that they replace. */
export type IdMap = ReadonlyMap<string, string>;

const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/** Number of characters of an id that encode its time of creation, and number of random characters. */
const [timeLength, randomLength] = [10, 16];

const idPattern = new RegExp(`(?:${Object.values(prefixes).join('|')})_[0-9a-hjkmnp-tv-z]{26}`, 'g');

/**
 * Derives a new id from an id and a secret seed. The new id has the same prefix and time of creation. Ids that one
 * process created in the same millisecond keep their order, because lists are ordered by id. A resumed import derives
 * the same ids.
 */
export function deriveId(seed: string, id: string): string {
  const randomStart = id.length - randomLength;
  const time = id.slice(randomStart - timeLength, randomStart);
  const offset = BigInt(`0x${createHmac('sha256', seed).update(time).digest('hex').slice(0, 20)}`);
  const random = [...id.slice(randomStart)].reduce((sum, digit) => sum * 32n + BigInt(digits.indexOf(digit)), 0n);
  return id.slice(0, randomStart) + randomPart((random + offset) % 2n ** 80n);
}

function randomPart(value: bigint): string {
  return Array.from({ length: randomLength }, (_, index) => {
    const shift = BigInt(5 * (randomLength - 1 - index));
    return digits[Number((value >> shift) & 31n)];
  }).join('');
}

/** Derives a new id that is a credential: nobody who knows the old id can guess it. */
export function deriveCredential(seed: string, id: string): string {
  const bytes = createHmac('sha256', seed).update(`credential ${id}`).digest();
  return `${id.split('_')[0]}_${Array.from(bytes.subarray(0, 26), (byte) => digits[byte % 32]).join('')}`;
}

/** Replaces the ids in a text that have a new id in `map`. */
export function replaceIds(text: string, map: IdMap): string {
  return map.size === 0 ? text : text.replace(idPattern, (id) => map.get(id) ?? id);
}

/**
 * Reports whether an id identifies an object of an organization, in contrast to a person or an object of one server,
 * such as a job.
 */
export function isOwnKind(id: string): boolean {
  const kind = idKind(id);
  return kind !== null && !serverKinds.has(kind);
}

/**
 * Kinds of ids that rows of an archive refer to, although they identify people or objects of the server that wrote it.
 */
const serverKinds: ReadonlySet<string> = new Set(['User', 'AccessToken', 'Session', 'Mail', 'Notification', 'Job']);
