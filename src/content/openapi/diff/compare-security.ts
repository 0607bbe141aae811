import type { FoundOperation } from '../reading/operations.js';
import { schemeText, securityOf } from '../reading/security.js';
import type { Comparison, Side } from './comparison.js';
import { breaking, type Found, harmless } from './found.js';

/** A way to be let in: the scopes that it needs of each scheme, by what the scheme is. No scheme: anybody is let in. */
type Way = ReadonlyMap<string, readonly string[]>;

/** Ways of an operation that are looked at. */
const mostWays = 50;

/** The differences of what callers must show: each way that was enough must still be. */
export function compareSecurity(
  comparison: Comparison,
  { before, after }: { before: FoundOperation; after: FoundOperation },
): Found[] {
  const [one, other] = [waysOf(comparison.before, before), waysOf(comparison.after, after)];
  const lost = one.filter((way) => !other.some((needed) => isEnough(way, needed)));
  const gained = other.filter((way) => !one.some((had) => isEnough(way, had)));
  const needed = other.map(textOf).join(', or ');
  return [
    ...lost.map((way) => breaking('security', `${textOf(way)} was enough; needed is ${needed} now`)),
    ...gained
      .filter((way) => lost.length === 0 || !lost.some((had) => isEnough(way, had)))
      .map((way) => harmless('security', `${textOf(way)} is enough now`)),
  ];
}

function waysOf({ reader }: Side, found: FoundOperation): Way[] {
  const ways = securityOf(reader, found).slice(0, mostWays);
  if (ways.length === 0) return [new Map()];
  return ways.map((way) => new Map([...way].map(([name, scopes]) => [schemeText(reader, name), scopes])));
}

/** Whether who has one thing has another. */
function isEnough(has: Way, needed: Way): boolean {
  return [...needed].every(([scheme, scopes]) => {
    const own = has.get(scheme);
    return own !== undefined && scopes.every((scope) => own.includes(scope));
  });
}

function textOf(way: Way): string {
  const schemes = [...way].map(([scheme, scopes]) => (scopes.length > 0 ? `${scheme} (${scopes.join(', ')})` : scheme));
  return schemes.join(' with ').slice(0, 300).toWellFormed() || 'no credential';
}
