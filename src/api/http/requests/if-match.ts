import { readEntityTags, strongTexts } from '../../../platform/base/entity-tags.js';
import { badInput } from '../../../platform/base/errors.js';
import type { Precondition } from '../../graphql/execution/precondition.js';

/**
 * Reads the header `If-Match` of a write. A tag of `/v1` is `"<revision>.<hash of the answer>"`; a write asks for the
 * revision alone, whatever was read of it. Null where there is no header, and for `*`: what is written is there, or the
 * answer is 404.
 * @throws BAD_USER_INPUT for what is no list of entity tags.
 */
export function ifMatchOf(header: string | undefined): Precondition | null {
  if (header === undefined) return null;
  const tags = readEntityTags(header);
  if (tags === null) throw badInput('If-Match', `\`If-Match\` must be entity tags or \`*\` (got ${shown(header)})`);
  if (tags === '*') return null;
  const revisions = new Set(strongTexts(tags).map((text) => text.split('.', 1)[0]));
  return { ifMatch: shown(header), allows: (revisionId) => revisions.has(revisionId) };
}

/** A header as a message tells it. */
function shown(header: string): string {
  return header.length > 200 ? `${header.slice(0, 200)}…` : header || 'nothing';
}
