import type { FoundOperation } from '../reading/operations.js';
import { schemeText, securityOf, securitySource } from '../reading/security.js';
import type { OperationPair } from './compare-operation.js';
import { type Comparison, computeOnce, type Side } from './comparison.js';
import { breaking, type Finding, nonBreaking } from './finding.js';

/**
 * One alternative of the security requirements: required scopes by description of the security scheme. An empty map
 * means that no credentials are required.
 */
type SecurityAlternative = ReadonlyMap<string, ReadonlySet<string>>;

/** Maximum number of security alternatives of an operation to compare. */
const maxAlternatives = 50;

/**
 * Returns the differences between the security requirements. Each alternative that was sufficient before must still be
 * sufficient.
 */
export function compareSecurity(comparison: Comparison, { before, after }: OperationPair): Finding[] {
  const sources = [securitySource(comparison.before.reader, before), securitySource(comparison.after.reader, after)];
  return computeOnce(comparison, ['security', ...sources], () =>
    compareAlternatives(securityAlternatives(comparison.before, before), securityAlternatives(comparison.after, after)),
  );
}

function compareAlternatives(before: readonly SecurityAlternative[], after: readonly SecurityAlternative[]): Finding[] {
  const removed = before.filter((way) => !after.some((needed) => satisfies(way, needed)));
  const gained = after.filter((way) => !before.some((had) => satisfies(way, had)));
  const needed = after.slice(0, 5).map(formatAlternative).join(', or ');
  return [
    ...removed.map((way) => breaking('security', `${formatAlternative(way)} was enough, ${needed} is needed now`)),
    // If alternatives were removed, the details about their removal already name the credentials that are now required.
    ...(removed.length > 0
      ? []
      : gained.map((way) => nonBreaking('security', `${formatAlternative(way)} is enough now`))),
  ];
}

function securityAlternatives({ reader }: Side, found: FoundOperation): SecurityAlternative[] {
  const ways = securityOf(reader, found).slice(0, maxAlternatives);
  if (ways.length === 0) return [new Map()];
  return ways.map((way) => new Map([...way].map(([name, scopes]) => [schemeText(reader, name), new Set(scopes)])));
}

/** Reports whether the credentials of one alternative satisfy another. */
function satisfies(has: SecurityAlternative, needed: SecurityAlternative): boolean {
  return [...needed].every(([scheme, scopes]) => {
    const own = has.get(scheme);
    return own !== undefined && [...scopes].every((scope) => own.has(scope));
  });
}

function formatAlternative(way: SecurityAlternative): string {
  const schemes = [...way].map(([scheme, scopes]) =>
    scopes.size > 0 ? `${scheme} (${[...scopes].join(', ')})` : scheme,
  );
  return schemes.join(' with ').slice(0, 300).toWellFormed() || 'no credential';
}
