import { type Content, requestBodyOf } from '../reading/bodies.js';
import { compareMetadata } from './compare-metadata.js';
import type { OperationPair } from './compare-operation.js';
import type { Comparison } from './comparison.js';
import type { Direction } from './detail.js';
import { breaking, type Finding, nonBreaking, schemaFindings } from './finding.js';
import { findMedia, mediaIn } from './media-types.js';
import { spendWork } from './work-budget.js';

/** An operation whose bodies are compared. */
interface BothBodies extends OperationPair {
  direction: Direction;
  /** Whether other documents define some of the parameters. A missing body of Swagger 2.0 may be one of these. */
  arePartial: boolean;
}

/** Returns the differences of request bodies. */
export function compareBodies(comparison: Comparison, { before, after, direction, arePartial }: BothBodies): Finding[] {
  const [one, other] = [requestBodyOf(comparison.before.reader, before), requestBodyOf(comparison.after.reader, after)];
  if (!one && !other) return [];
  const mayBeOutside = arePartial && comparison.before.reader.dialect === '2.0';
  if ((!one || !other) && mayBeOutside) return [];
  if (!other) return [breaking('body', 'the body was removed')];
  if (!one) {
    const message = `the ${other.isRequired ? 'required' : 'optional'} body was added`;
    return [other.isRequired && direction === 'sent' ? breaking('body', message) : nonBreaking('body', message)];
  }
  // A body in another document is reported by `compareExternalReferences`.
  if (one.isOutside || other.isOutside) return [];
  const found: Finding[] = [];
  if (one.isRequired !== other.isRequired)
    found.push(
      other.isRequired
        ? { at: 'body', message: 'the body might be absent and is required now', isBreaking: direction === 'sent' }
        : { at: 'body', message: 'the body was required and may be absent now', isBreaking: direction === 'got' },
    );
  found.push(...compareMetadata(['description'], one.at, other.at).map((text) => ({ at: 'body', ...text })));
  // Callers that receive a webhook cannot choose its media type.
  const isChosen = direction === 'sent';
  const contents = { before: one.content, after: other.content, direction, isChosen };
  return [...found, ...compareContents(comparison, 'body', contents)];
}

/** Contents of a body in both documents, by media type. */
export interface ContentsPair {
  before: Content;
  after: Content;
  direction: Direction;
  /** Whether the caller of the API chooses one of the media types. */
  isChosen: boolean;
}

/** Returns the differences of contents, matched by media type. */
export function compareContents(
  comparison: Comparison,
  at: string,
  { before, after, direction, isChosen }: ContentsPair,
): Finding[] {
  const found: Finding[] = [];
  if (!spendWork(comparison.work, before.size + after.size)) return found;
  const [one, other] = [mediaIn(before), mediaIn(after)];
  for (const [key, { type, schema }] of one) {
    const here = `${at} ${type}`;
    const sameMedia = findMedia(other, key);
    if (sameMedia)
      found.push(...schemaFindings(comparison, here, { before: schema, after: sameMedia.schema, direction }));
    else found.push({ at: here, message: 'the media type was removed', isBreaking: isChosen });
  }
  for (const [key, { type, schema }] of other) {
    if (one.has(key)) continue;
    const range = findMedia(one, key);
    const here = `${at} ${type}`;
    if (range) found.push(...schemaFindings(comparison, here, { before: range.schema, after: schema, direction }));
    else found.push({ at: here, message: 'the media type was added', isBreaking: !isChosen });
  }
  return found;
}
