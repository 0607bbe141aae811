import { checkMembers } from './nodes/known-members.js';
import { isReadable } from './nodes/parse-cost.js';
import { plainBody } from './nodes/plain-document.js';
import { membersAt, refuse } from './nodes/shape.js';
import { createWriteState, type WriteOptions, type WriteState } from './nodes/write-state.js';
import { maxWrittenLength, writtenLength } from './nodes/written-length.js';
import { stringifyMarkdown } from './syntax/syntax.js';
import { writeBlocks } from './write-blocks.js';

/**
 * Converts a block document (`JSONDocument`) to Markdown, in one fixed style. Converting the result back gives the same
 * document in normal form: adjacent text merged, empty paragraphs omitted, derived members (keys, slugs) recomputed.
 * Members of the document's own `data` are not content and are not written.
 * @throws ContentError with a JSON pointer if the value is not such a document, or if Markdown cannot express a block,
 * inline, mark or member. Also for a document that is too large to be read again.
 */
export function markdownFromDocument(document: unknown, options: WriteOptions = {}): string {
  const root = membersAt(document, '');
  if (root.object !== 'document') refuse('/object', 'must be "document"', root.object);
  if (root.data !== undefined) membersAt(root.data, '/data');
  if (!Array.isArray(root.nodes)) refuse('/nodes', 'must be a list', root.nodes);
  checkMembers(root);
  const writeState: WriteState = createWriteState(options, (blocks, pointer) =>
    writeBlocks(writeState, blocks, { pointer, depth: 2, place: 'annotation' }),
  );
  const blocks = writeBlocks(writeState, root.nodes, { pointer: '/nodes', depth: 1, place: 'document' });
  const children = [...blocks, ...writeState.notes];
  const length = writtenLength(children);
  if (length > maxWrittenLength) refuse('/nodes', `must have at most ${maxWrittenLength} characters as Markdown`);
  const markdown = stringifyMarkdown({ type: 'root', children }).replace(/^\uFEFF/, '&#xFEFF;');
  if (!isReadable(markdown) && plainBody(markdown) === undefined) {
    refuse('/nodes', 'must be shorter or simpler: its Markdown exceeds the limits of a page');
  }
  return markdown;
}
