import type { Detail } from './detail.js';
import type { Found } from './found.js';
import type { SchemaPair } from './schema-pair.js';

/** Differences that are told of an operation or a schema. */
const mostDetails = 200;

/** Schemas within schemas that are walked through for them. */
const mostVisited = 5000;

/** Characters of a way into schemas that are told. */
const longestAt = 1000;

/** What was found, in its order, with what differs in schemas at its place: what many have, once for each place. */
export function toldDetails(found: readonly Found[]): Detail[] {
  const details: Detail[] = [];
  for (const one of found) {
    if (!('pair' in one)) details.push(one);
    else if (details.length < mostDetails) details.push(...toldPair(one.pair, one.at));
    else if (one.pair.differs) details.push(rest(one.at, one.pair.breaks));
  }
  return cut(details);
}

/** Whether something that was found breaks callers. */
export function isAnyBreaking(found: readonly Found[]): boolean {
  return found.some((one) => ('pair' in one ? one.pair.breaks : one.isBreaking));
}

/** A schema on the way from the one that is told. */
interface Visit {
  pair: SchemaPair;
  up: Visit | null;
  step: string;
}

/** What differs in schemas, and in those within them, each once, in the order in which they stand. */
export function toldPair(start: SchemaPair, at: string): Detail[] {
  const details: Detail[] = [];
  const seen = new Set<SchemaPair>();
  const open: Visit[] = [{ pair: start, up: null, step: '' }];
  for (let visit = open.pop(); visit; visit = open.pop()) {
    const { pair } = visit;
    if (!pair.differs || seen.has(pair)) continue;
    if (details.length >= mostDetails || seen.size >= mostVisited) {
      const isLeft = [visit, ...open].some((one) => one.pair.breaks && !seen.has(one.pair));
      return [...details, rest(at, isLeft)];
    }
    seen.add(pair);
    const way = wayTo(visit);
    for (const detail of pair.details) details.push({ ...detail, at: placed(at, way + detail.at) });
    for (const { pair: inner, step } of pair.parts.toReversed()) open.push({ pair: inner, up: visit, step });
  }
  return details;
}

function wayTo(visit: Visit): string {
  const steps: string[] = [];
  for (let at: Visit | null = visit; at && steps.length < longestAt; at = at.up) steps.push(at.step);
  return steps.reverse().join('').slice(0, longestAt).toWellFormed();
}

function placed(at: string, way: string): string {
  return [at, way].filter((part) => part !== '').join(' ');
}

function rest(at: string, isBreaking: boolean): Detail {
  return { at, message: 'there are more differences than are told', isBreaking };
}

/** Those that break callers stay where there are too many. */
function cut(details: Detail[]): Detail[] {
  if (details.length <= mostDetails) return details;
  const kept = new Set([...details.filter(({ isBreaking }) => isBreaking), ...details].slice(0, mostDetails));
  return [...details.filter((detail) => kept.has(detail)), rest('', false)];
}
