import type { Html } from 'mdast';
import { htmlOfPhrasing, phrasingOfHtml } from '../inlines/html-phrasing.js';
import { readInlines } from '../inlines/read-inlines.js';
import { writeInlines } from '../inlines/write-inlines.js';
import { normalizeInlines } from '../nodes/leaves.js';
import type { Block, Fragment } from '../nodes/nodes.js';
import { createBlock, type ReadState } from '../nodes/read-state.js';
import { dataAt, listAt, membersAt, refuse } from '../nodes/shape.js';
import { parseHtml } from '../syntax/html-tree.js';
import { type BlockContext, type TagContext, type TagKind, tagBlock, type WriteKind } from './kind.js';
import { openingTag } from './tag-nodes.js';

/** An expandable: `<details>`, `<summary>…</summary>` and blocks up to `</details>`. */
export const expandable: TagKind = {
  tag: 'details',
  type: 'expandable',
  read(site) {
    const { siblings, start, end } = site;
    const summary = siblings.tags[start + 1]?.name === 'summary' ? start + 1 : undefined;
    const html = summary === undefined ? [] : parseHtml(siblings.tags[summary]!.inner!);
    if (!html) return undefined;
    const block = tagBlock(site, 'expandable');
    const at = summary ?? start;
    const paragraph = tagBlock({ ...site, start: at, end: at }, 'paragraph');
    const title = { ...paragraph, nodes: readInlines(site.readState, phrasingOfHtml(html)) };
    const isOpen = site.readState.forReaders && site.tag.attributes.has('open');
    const fragments = fragmentsOf([title], readBody(site, at + 1, end));
    return { ...block, ...(isOpen && { data: { open: true } }), isVoid: true, fragments };
  },
};

/** Returns the fragments of an expandable. The title must be plain text. */
export function expandableFragments(site: TagContext, title: string, body: Block[]): Fragment[] {
  const paragraph = tagBlock({ ...site, end: site.start }, 'paragraph');
  return fragmentsOf([{ ...paragraph, nodes: normalizeInlines([{ text: title, marks: new Set() }]) }], body);
}

/** Writes an expandable. If it has no title, writes an empty one. */
export const writeExpandable: WriteKind = (site) => {
  const { block, pointer } = site;
  dataAt(block, pointer, []);
  const fragments = new Map(
    listAt(block.fragments, `${pointer}/fragments`).map((entry, index) => {
      const at = `${pointer}/fragments/${index}`;
      const { fragment, type, nodes } = membersAt(entry, at);
      return [fragment ?? type, { nodes, pointer: at }] as const;
    }),
  );
  const count = listAt(block.fragments, `${pointer}/fragments`).length;
  const known = ['expandable-title', 'expandable-body'].filter((name) => fragments.has(name));
  if (known.length < count) refuse(`${pointer}/fragments`, 'must be one expandable-title and one expandable-body');
  const title = fragments.get('expandable-title');
  const body = fragments.get('expandable-body');
  const summary: Html = { type: 'html', value: `<summary>${title ? titleHtml(site, title) : ''}</summary>` };
  const blocks = body ? site.writeBlocks(body.nodes, `${body.pointer}/nodes`, 'expandable') : [];
  return [openingTag('<details>'), summary, ...blocks, openingTag('</details>')];
};

function readBody({ readState, siblings, readBlocks }: TagContext, from: number, to: number): Block[] {
  const blocks = readBlocks(from, to, 'expandable');
  return blocks.length > 0 ? blocks : [emptyParagraph(readState, siblings.nodes[to]!.position!.start.line)];
}

function emptyParagraph(readState: ReadState, line: number): Block {
  return { ...createBlock(readState, { type: 'paragraph', source: '', from: line, to: line }), nodes: [] };
}

function fragmentsOf(title: Block[], body: Block[]): Fragment[] {
  return [fragmentOf('expandable-title', title), fragmentOf('expandable-body', body)];
}

function fragmentOf(name: string, nodes: Block[]): Fragment {
  return { object: 'fragment', fragment: name, type: name, nodes };
}

function titleHtml({ writeState }: BlockContext, { nodes, pointer }: { nodes: unknown; pointer: string }): string {
  const blocks = listAt(nodes, `${pointer}/nodes`);
  if (blocks.length !== 1) refuse(`${pointer}/nodes`, 'must be one paragraph');
  const at = `${pointer}/nodes/0`;
  const paragraph = membersAt(blocks[0], at);
  if (paragraph.type !== 'paragraph') refuse(at, 'must be a paragraph', paragraph.type);
  dataAt(paragraph, at, []);
  return htmlOfPhrasing(writeInlines(writeState, paragraph.nodes, { pointer: `${at}/nodes`, host: 'line' }));
}
