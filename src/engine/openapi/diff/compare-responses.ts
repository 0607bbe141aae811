import { type Response, responsesOf } from '../reading/bodies.js';
import type { FoundOperation } from '../reading/operations.js';
import { compareContents } from './compare-contents.js';
import { compareHeaders } from './compare-fields.js';
import { compareMetadata } from './compare-metadata.js';
import type { Comparison } from './comparison.js';
import type { Direction } from './detail.js';
import { type Finding, nonBreaking } from './finding.js';

/**
 * Returns the differences between the responses of an operation. In webhooks and callbacks, callers send the response.
 */
export function compareResponses(
  comparison: Comparison,
  { before, after, direction }: { before: FoundOperation; after: FoundOperation; direction: Direction },
): Finding[] {
  const one = byStatus(responsesOf(comparison.before.reader, before));
  const other = byStatus(responsesOf(comparison.after.reader, after));
  const found: Finding[] = [];
  for (const [status, response] of one) {
    const all = replacingResponses(status, one, other);
    if (all.length === 0) found.push(removedResponse(status, direction));
    for (const successor of all)
      found.push(...compareResponse(comparison, { one: response, other: successor, direction }));
  }
  for (const [status, response] of other)
    if (!one.has(status) && !isRangeOf(one, status))
      found.push(nonBreaking(`response ${response.status}`, 'the response was added'));
  return found;
}

type Responses = ReadonlyMap<string, Response>;

function byStatus(responses: Response[]): Responses {
  return new Map(responses.map((response) => [response.status.toUpperCase(), response]));
}

/**
 * Returns the later responses that replace an earlier one: the response for its status or range, all responses in its
 * range, or a new `default`.
 */
function replacingResponses(status: string, before: Responses, after: Responses): Response[] {
  const range = `${status[0]}XX`;
  const sameResponse = after.get(status) ?? after.get(range);
  if (sameResponse) return [sameResponse];
  const within = status === range ? [...after].filter(([one]) => one.startsWith(status[0]!)).map(([, one]) => one) : [];
  if (within.length > 0) return within;
  const any = before.has('DEFAULT') ? undefined : after.get('DEFAULT');
  return any ? [any] : [];
}

/**
 * Reports whether a later status was already compared with the earlier response for its range. A `default` response
 * counts as earlier if there were no responses before.
 */
function isRangeOf(before: Responses, status: string): boolean {
  if (/^\dXX$/.test(status)) return [...before.keys()].some((one) => one.startsWith(status[0]!));
  return before.has(`${status[0]}XX`) || (status === 'DEFAULT' && before.size === 0);
}

/**
 * Returns the finding for a removed response. A removed error response does not break callers that receive it, because
 * they still get an error. It breaks callers that send it.
 */
function removedResponse(status: string, direction: Direction): Finding {
  const isSuccess = /^(2|3|DEFAULT$)/.test(status);
  const at = `response ${status === 'DEFAULT' ? 'default' : status}`;
  return { at, message: 'the response was removed', isBreaking: isSuccess || direction === 'sent' };
}

function compareResponse(
  comparison: Comparison,
  { one, other, direction }: { one: Response; other: Response; direction: Direction },
): Finding[] {
  const at = `response ${one.status}`;
  // Responses in other documents are reported by `compareExternalReferences`.
  if (one.isOutside || other.isOutside) return [];
  const contents = { before: one.content, after: other.content, direction, isChosen: true };
  return [
    ...compareMetadata(['description'], one.at, other.at).map((text) => ({ at, ...text })),
    ...compareHeaders(comparison, at, { before: one.headers, after: other.headers, direction }),
    ...compareContents(comparison, at, contents),
  ];
}
