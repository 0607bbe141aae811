import { readEntityTags, strongTexts } from '../../../platform/base/entity-tags.js';
import { badInput } from '../../../platform/base/errors.js';
import type { Precondition } from '../../graphql/execution/precondition.js';

/**
 * Reads the header `If-Match` of a write. An ETag of `/v1` is `"<revision>.<hash of the response>"`; a write compares
 * only the revision. Returns null if there is no header. Also returns null for `*`, because a missing object results in
 * 404 in any case.
 * @throws BAD_USER_INPUT for a value that is not a list of entity tags
 */
export function parseIfMatch(header: string | undefined): Precondition | null {
  if (header === undefined) return null;
  const tags = readEntityTags(header);
  if (tags === null)
    throw badInput('If-Match', `\`If-Match\` must be entity tags or \`*\` (got ${formatHeader(header)})`);
  if (tags === '*') return null;
  const revisions = new Set(strongTexts(tags).map((text) => text.split('.', 1)[0]));
  return { ifMatch: formatHeader(header), allows: (revisionId) => revisions.has(revisionId) };
}

/** Shortens a header for an error message. */
function formatHeader(header: string): string {
  return header.length > 200 ? `${header.slice(0, 200)}…` : header || 'nothing';
}
