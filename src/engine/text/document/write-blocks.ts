import type { Heading, Html, List, ListItem } from 'mdast';
import { writeInlines } from './inlines/write-inlines.js';
import { alignedHtml } from './kinds/aligned.js';
import type { WriteKind } from './kinds/kind.js';
import { kindWriters } from './kinds/kinds.js';
import { writeImages } from './kinds/write-images.js';
import { type Block, type BlockContainer, blocksAllowedIn, maxWrittenDepth } from './nodes/nodes.js';
import { dataAt, listAt, type Members, membersAt, refuse, scalarText, textAt } from './nodes/shape.js';
import { isTight } from './nodes/spacing.js';
import type { Content, WriteState } from './nodes/write-state.js';
import { isComment } from './syntax/html-comments.js';
import { parseMarkdown } from './syntax/syntax.js';
import { isReaderTag } from './syntax/tag-text.js';

/** Position of a block that is being written. */
interface BlockPosition {
  pointer: string;
  depth: number;
  place: BlockContainer;
}

type Write = (writeState: WriteState, block: Members, site: BlockPosition) => Content;

/** Writers of the blocks of CommonMark and GFM; the other blocks are in `kinds/kinds.ts`. */
const writers: { [Type in Block['type']]?: Write } = {
  paragraph: (writeState, block, { pointer, place }) => {
    const hidden = place === 'cell' ? undefined : unescapedText(block, place);
    if (hidden) return hidden;
    const { align = 'start' } = dataAt(block, pointer, ['align']);
    const host = align === 'start' || align === null ? 'paragraph' : 'line';
    const children = writeInlines(writeState, block.nodes, { pointer: `${pointer}/nodes`, host });
    if (host === 'paragraph' || children.length === 0) return { type: 'paragraph', children };
    return alignedHtml(children, { tag: 'p', align, pointer });
  },
  'heading-1': (writeState, block, site) => writeHeading(writeState, block, { ...site, level: 1 }),
  'heading-2': (writeState, block, site) => writeHeading(writeState, block, { ...site, level: 2 }),
  'heading-3': (writeState, block, site) => writeHeading(writeState, block, { ...site, level: 3 }),
  'list-ordered': (writeState, block, site) => writeList(writeState, block, { ...site, ordered: true }),
  'list-unordered': (writeState, block, site) => writeList(writeState, block, site),
  'list-tasks': (writeState, block, site) => writeList(writeState, block, { ...site, tasks: true }),
  divider: (_, block, { pointer }) => {
    dataAt(block, pointer, []);
    return { type: 'thematicBreak' };
  },
  blockquote: (writeState, block, site) => {
    dataAt(block, site.pointer, []);
    return {
      type: 'blockquote',
      children: writeBlocks(writeState, block.nodes, positionInside(site, 'blockquote')),
    };
  },
  images: (writeState, block, { pointer }) => writeImages(writeState, block, pointer),
};

/**
 * Writes the blocks of one container. Omits paragraphs without text, because Markdown cannot express them.
 * @throws ContentError for a block that Markdown or the REST API does not allow there, or that is nested too deep
 */
export function writeBlocks(writeState: WriteState, value: unknown, site: BlockPosition): Content[] {
  if (site.depth > maxWrittenDepth) refuse(site.pointer, `must not be nested deeper than ${maxWrittenDepth} blocks`);
  return listAt(value, site.pointer).flatMap((entry, index) => {
    const pointer = `${site.pointer}/${index}`;
    const block = membersAt(entry, pointer);
    if (block.object !== 'block') refuse(pointer, 'must be a block', block.object);
    const type = scalarText(block.type);
    if (!blocksAllowedIn[site.place].has(type)) {
      refuse(pointer, `must be a block that Markdown has in a ${site.place}`, type);
    }
    return writeBlock(writeState, block, { ...site, pointer }).filter((content) => !isEmpty(content));
  });
}

function writeBlock(writeState: WriteState, block: Members, site: BlockPosition): Content[] {
  const type = block.type as Block['type'];
  const write = writers[type];
  if (write) return [write(writeState, block, site)];
  return (kindWriters[type] as WriteKind)({
    writeState,
    block,
    pointer: site.pointer,
    writeBlocks: (value, pointer, place) => writeBlocks(writeState, value, { pointer, depth: site.depth + 1, place }),
  });
}

/**
 * Writes a paragraph's text that trees for readers do not show as text. This can be a comment, link definitions, a tag
 * of a reader block, or code in a quote. Such a paragraph is written without escapes, because escapes would turn its
 * syntax into text. Returns undefined for any other paragraph.
 */
function unescapedText({ nodes, data }: Members, place: BlockContainer): Content | undefined {
  const [text, ...more] = listOrNone(nodes);
  const [leaf, ...leaves] = listOrNone((text as Members | null | undefined)?.leaves);
  const { text: words, marks } = (leaf ?? {}) as Members;
  if (more.length + leaves.length > 0 || Object.keys(data ?? {}).length > 0 || typeof words !== 'string')
    return undefined;
  const [mark, ...otherMarks] = listOrNone(marks);
  if (mark) {
    const isCode = place === 'blockquote' && otherMarks.length === 0 && (mark as Members).type === 'code';
    return isCode ? { type: 'code', value: words } : undefined;
  }
  if (isComment(words) || isDefinition(words)) return { type: 'html', value: words };
  return isReaderTag(words) ? { type: 'tag', value: words, alone: true } : undefined;
}

/** Reports whether a text contains only link definitions. */
function isDefinition(text: string): boolean {
  if (!/^\[(?!\^)[^\]]*\]:/.test(text)) return false;
  return parseMarkdown(text).children.every(({ type }) => type === 'definition');
}

function listOrNone(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isEmpty(content: Content): boolean {
  return content.type === 'paragraph' && content.children.length === 0;
}

function positionInside({ pointer, depth }: BlockPosition, place: BlockContainer): BlockPosition {
  return { pointer: `${pointer}/nodes`, depth: depth + 1, place };
}

function writeHeading(
  writeState: WriteState,
  block: Members,
  site: BlockPosition & { level: 1 | 2 | 3 },
): Heading | Html {
  const { id, align = 'start' } = dataAt(block, site.pointer, ['id', 'align']);
  const children = writeInlines(writeState, block.nodes, { pointer: `${site.pointer}/nodes`, host: 'line' });
  if (id) {
    const name = textAt(id, `${site.pointer}/data/id`);
    if (!/^[-a-z0-9.+_]+$/.test(name)) refuse(`${site.pointer}/data/id`, 'must consist of -a-z0-9.+_', name);
    if (align !== 'start' && align !== null) return aligned(name);
    if (children.length > 0) children.push({ type: 'text', value: ' ' });
    children.push({ type: 'html', value: `<a href="#${name}" id="${name}"></a>` });
  }
  return align === 'start' || align === null ? { type: 'heading', depth: site.level, children } : aligned();

  function aligned(name?: string): Html {
    return alignedHtml(children, { tag: `h${site.level}`, align, pointer: site.pointer, ...(name && { id: name }) });
  }
}

function writeList(
  writeState: WriteState,
  block: Members,
  site: BlockPosition & { ordered?: boolean; tasks?: boolean },
): List {
  const { start = 1 } = dataAt(block, site.pointer, site.ordered ? ['start'] : []);
  const entries = listAt(block.nodes, `${site.pointer}/nodes`);
  if (entries.length === 0) refuse(`${site.pointer}/nodes`, 'must not be empty: Markdown has no list without items');
  const first = Number.isInteger(start) ? Number(start) : -1;
  if (first < 0 || first + entries.length - 1 > 999_999_999) {
    refuse(`${site.pointer}/data/start`, 'must be an integer from 0, and no number of the list over 999999999', start);
  }
  const children = entries.map((entry, index) => {
    const pointer = `${site.pointer}/nodes/${index}`;
    return writeItem(writeState, entry, { ...site, pointer, depth: site.depth + 1 });
  });
  const spread = children.some((item) => item.spread);
  return { type: 'list', ordered: site.ordered === true, start: site.ordered ? first : null, spread, children };
}

function writeItem(
  writeState: WriteState,
  entry: unknown,
  site: BlockPosition & { tasks?: boolean | undefined },
): ListItem {
  const item = membersAt(entry, site.pointer);
  if (item.type !== 'list-item') refuse(site.pointer, 'must be a list-item', item.type);
  const data = dataAt(item, site.pointer, ['checked']);
  const children = writeBlocks(writeState, item.nodes, positionInside(site, 'list-item'));
  const checked = typeof data.checked === 'boolean' ? data.checked : site.tasks ? false : null;
  if (checked !== null && children[0]?.type !== 'paragraph') {
    refuse(site.pointer, 'must begin with a paragraph of text: Markdown has no check box without text');
  }
  return { type: 'listItem', checked, spread: !isTight(children), children };
}
