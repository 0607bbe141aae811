import type { Detail } from './detail.js';
import type { Finding } from './finding.js';
import type { SchemaPair } from './schema-pair.js';

/** Maximum number of details for an operation or a schema. */
const maxDetails = 200;

/** Maximum number of details for a document. Beyond it, each change only reports that there are more. */
const maxDetailsInTotal = 50_000;

/** Maximum number of schemas to visit: for one list of details, and for a whole document. */
const maxVisited = 2000;
const maxVisitedInTotal = 500_000;

/** Limits, in characters, for each part of a position, for a name in it, and for a message. */
const maxPositionLength = 500;
const maxNameLength = 200;
const maxMessageLength = 1000;

/** Remaining limits, and the details of schemas found so far. */
export interface DetailReport {
  left: number;
  visitsLeft: number;
  /** Details of schema pairs, with the paths to them. They are cached because many operations share a pair. */
  detailsByPair: Map<SchemaPair, Detail[]>;
}

/** Creates the state for reporting the differences of two documents. */
export function createDetailReport(): DetailReport {
  return { left: maxDetailsInTotal, visitsLeft: maxVisitedInTotal, detailsByPair: new Map() };
}

/**
 * Returns the details of findings, in order. Differences of schemas get the position of the finding. Differences of a
 * shared schema are repeated for each position.
 */
export function reportDetails(report: DetailReport, found: readonly Finding[]): Detail[] {
  const all = found.filter((one) => !('pair' in one) || one.pair.differs);
  if (all.length === 0) return [];
  if (report.left <= 0) return [moreDifferences('', isAnyBreaking(all))];
  const details: Detail[] = [];
  for (const one of all) {
    if (!('pair' in one)) details.push(placeDetail(one, shortened(one.at, maxPositionLength)));
    else if (details.length >= 10 * maxDetails) details.push(moreDifferences(one.at, one.pair.breaks));
    else
      for (const detail of detailsOfPair(report, one.pair))
        details.push({ ...detail, at: joinPosition(one.at, detail.at) });
  }
  report.left -= Math.min(details.length, maxDetails);
  return limitDetails(details);
}

/** Reports whether any finding breaks callers. */
export function isAnyBreaking(found: readonly Finding[]): boolean {
  return found.some((one) => ('pair' in one ? one.pair.breaks : one.isBreaking));
}

/** A visited pair, and the path to it. */
interface Visit {
  pair: SchemaPair;
  way: string;
}

/** Returns the differences of a pair and of its nested pairs, each once, in document order, with the path. */
function detailsOfPair(report: DetailReport, start: SchemaPair): Detail[] {
  const known = report.detailsByPair.get(start) ?? collectDetails(report, start);
  report.detailsByPair.set(start, known);
  return known;
}

/** Returns all differences. If there are too many, breaking ones come first. */
function collectDetails(report: DetailReport, start: SchemaPair): Detail[] {
  const all = walk(report, start, 'differs');
  if (!all.isCut) return limitDetails(all.details);
  const breaking = walk(report, start, 'breaks');
  const breakingDetails = breaking.details.filter(({ isBreaking }) => isBreaking).slice(0, maxDetails);
  const harmlessDetails = all.details
    .filter(({ isBreaking }) => !isBreaking)
    .slice(0, maxDetails - breakingDetails.length);
  return [...breakingDetails, ...harmlessDetails, moreDifferences('', breaking.isCut)];
}

/** Visits all nested pairs whose property `kind` is true, and collects their details. */
function walk(
  report: DetailReport,
  start: SchemaPair,
  kind: 'differs' | 'breaks',
): { details: Detail[]; isCut: boolean } {
  const details: Detail[] = [];
  const visitedPairs = new Set<SchemaPair>();
  const open: Visit[] = [{ pair: start, way: '' }];
  for (let visit = open.pop(); visit; visit = open.pop()) {
    const { pair, way } = visit;
    if (!pair[kind] || visitedPairs.has(pair)) continue;
    if (details.length >= maxDetails || visitedPairs.size >= maxVisited || report.visitsLeft <= 0)
      return { details, isCut: true };
    visitedPairs.add(pair);
    report.visitsLeft -= 1 + pair.parts.length / 4;
    for (const detail of pair.details)
      if (kind === 'differs' || detail.isBreaking) details.push(placeDetail(detail, appendStep(way, detail.at)));
    for (const { pair: inner, step } of pair.parts.toReversed()) open.push({ pair: inner, way: appendStep(way, step) });
  }
  return { details, isCut: false };
}

/** Appends a step to a path, unless the path is already too long. */
function appendStep(way: string, step: string): string {
  return way.length < maxPositionLength ? way + shortened(step, maxNameLength) : way;
}

function joinPosition(at: string, way: string): string {
  return [shortened(at, maxPositionLength), way].filter((part) => part !== '').join(' ');
}

function placeDetail({ message, isBreaking }: Detail, at: string): Detail {
  return { at, message: shortened(message, maxMessageLength), isBreaking };
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;
}

function moreDifferences(at: string, isBreaking: boolean): Detail {
  return { at, message: 'there are more differences than are listed', isBreaking };
}

/** Limits the number of details; prefers breaking ones if there are too many. */
export function limitDetails(details: Detail[]): Detail[] {
  if (details.length <= maxDetails) return details;
  const ordered = [...details.filter(({ isBreaking }) => isBreaking), ...details];
  const topDetails = new Set(ordered.slice(0, maxDetails));
  const isCut = ordered.slice(maxDetails).some((detail) => detail.isBreaking && !topDetails.has(detail));
  return [...details.filter((detail) => topDetails.has(detail)), moreDifferences('', isCut)];
}
