import type { PhrasingContent } from 'mdast';
import { type MarkName, type Marks, markName, orderedMarks, sharedMarks } from '../nodes/marks.js';
import { dataAt, listAt, type Members, membersAt, refuse, scalarText, textAt } from '../nodes/shape.js';
import type { WriteState } from '../nodes/write-state.js';
import { writeEndTag, writeTag } from '../syntax/html-tags.js';
import { lastWordStart } from './read-annotation.js';
import { mentionTitle } from './read-elements.js';
import { voidWriters } from './write-voids.js';

/** Inline content with its marks, before marks of neighbors are merged. */
type Item = { nodes: PhrasingContent[]; marks: Marks; bare?: boolean };

/**
 * Container of inline content: a paragraph, or a single line. Only in a paragraph can a backslash express a line break.
 */
export type InlineContainer = 'paragraph' | 'line';

/** Position of an inline, and the item before it. */
interface InlinePosition {
  pointer: string;
  before: Item | undefined;
}

type Write = (writeState: WriteState, inline: Members, site: InlinePosition) => Item[];

/** Writers of the inlines of a document. */
const writers: { readonly [type: string]: Write } = {
  link: writeLink,
  annotation: writeAnnotation,
  ...Object.fromEntries(
    Object.entries(voidWriters).map(([type, write]): [string, Write] => [
      type,
      (writeState, inline, { pointer }) => [unmarkedItem(...write(writeState, inline, pointer))],
    ]),
  ),
};

/** Writes inline content (`nodes` of a paragraph, heading or cell); refuses content that Markdown cannot express. */
export function writeInlines(
  writeState: WriteState,
  value: unknown,
  at: { pointer: string; host: InlineContainer },
): PhrasingContent[] {
  return nestMarks(withLineBreaks(inlineItems(writeState, value, at), at.host), new Set());
}

/** Returns the items of inline content. `allowed` lists the inlines that the REST API allows there; by default, all. */
function inlineItems(
  writeState: WriteState,
  value: unknown,
  { pointer, allowed = Object.keys(writers) }: { pointer: string; allowed?: readonly string[] },
): Item[] {
  const items: Item[] = [];
  for (const [index, entry] of listAt(value, pointer).entries()) {
    const site = { pointer: `${pointer}/${index}`, before: items.at(-1) };
    const node = membersAt(entry, site.pointer);
    const type = node.object === 'inline' ? scalarText(node.type) : undefined;
    if (node.object === 'text') items.push(...leafItems(node, site.pointer));
    else if (type !== undefined && allowed.includes(type)) items.push(...writers[type]!(writeState, node, site));
    else refuse(site.pointer, `must be ${['text', ...allowed].join(' or ')} here`, node.type ?? node.object);
  }
  return items;
}

function leafItems(node: Members, pointer: string): Item[] {
  return listAt(node.leaves, `${pointer}/leaves`).flatMap((value, index) => {
    const at = `${pointer}/leaves/${index}`;
    const leaf = membersAt(value, at);
    const text = textAt(leaf.text, `${at}/text`);
    const marks = marksAt(leaf.marks, `${at}/marks`);
    return (text.match(/\n|[^\n]+/g) ?? []).map((part) => textItem(part, marks));
  });
}

/** Creates an item that has no text and gets the marks of its neighbors. */
function unmarkedItem(...nodes: PhrasingContent[]): Item {
  return { nodes, marks: new Set(), bare: true };
}

function textItem(text: string, marks: Marks): Item {
  if (text === '\n') return unmarkedItem({ type: 'break' });
  if (!marks.has('code')) return { nodes: [{ type: 'text', value: text }], marks };
  return { nodes: [{ type: 'inlineCode', value: text }], marks: new Set([...marks].filter((name) => name !== 'code')) };
}

function marksAt(value: unknown, pointer: string): Marks {
  const marks = new Set<MarkName>();
  for (const [index, entry] of listAt(value, pointer).entries()) {
    const at = `${pointer}/${index}`;
    const mark = membersAt(entry, at);
    const name = markName(mark) ?? refuse(at, 'must be a mark of the documented format, with its colours', entry);
    if (mark.type === 'color' && [...marks].some((other) => other.startsWith('color') && other !== name)) {
      refuse(at, 'must be the only colour of its text', mark.data);
    }
    marks.add(name);
  }
  return marks;
}

function writeLink(writeState: WriteState, link: Members, { pointer }: InlinePosition): Item[] {
  const data = dataAt(link, pointer, ['ref', 'title']);
  const { children, marks } = extractSharedMarks(
    inlineItems(writeState, link.nodes, { pointer: `${pointer}/nodes`, allowed: ['inline-image'] }),
  );
  const url = writeState.destination(data.ref, `${pointer}/data/ref`);
  const title = data.title ? textAt(data.title, `${pointer}/data/title`) : null;
  if (title === mentionTitle) refuse(`${pointer}/data/title`, 'must differ from the title of mentions', title);
  type Children = Extract<PhrasingContent, { type: 'link' }>['children'];
  return [{ nodes: [{ type: 'link', url, title, children: children as Children }], marks }];
}

/**
 * Writes a footnote directly after the annotated word, as GitBook does. If a parser would not read the same annotated
 * text from the result, the text is put into a `<span>`.
 */
function writeAnnotation(writeState: WriteState, annotation: Members, { pointer, before }: InlinePosition): Item[] {
  dataAt(annotation, pointer, []);
  const items = inlineItems(writeState, annotation.nodes, { pointer: `${pointer}/nodes`, allowed: [] });
  const label = writeState.note(noteAt(annotation.fragments, `${pointer}/fragments`), `${pointer}/fragments/0/nodes`);
  const reference: PhrasingContent = { type: 'footnoteReference', identifier: label, label };
  if (isWordBeforeFootnote(items, before)) return [...items, unmarkedItem(reference)];
  const { children, marks } = extractSharedMarks(items);
  const nodes = [writeTag('span'), ...children, writeEndTag('span'), reference];
  return [items.length ? { nodes, marks } : unmarkedItem(...nodes)];
}

/** Reports whether exactly this text would be read back as the word before the footnote. */
function isWordBeforeFootnote(items: readonly Item[], before: Item | undefined): boolean {
  const [word, ...otherItems] = items;
  const text = endText(word);
  const ahead = endText(before);
  const joined = ahead !== '' && lastWordStart(ahead) < ahead.length;
  // At the start of a line, a footnote reference followed by a colon would be read as a footnote definition.
  if (!word) return !joined && before !== undefined && before.nodes[0]?.type !== 'break';
  const separate = before?.nodes.at(-1)?.type !== word.nodes[0]?.type || !haveSameMarks(before!.marks, word.marks);
  return otherItems.length === 0 && text !== '' && lastWordStart(text) === 0 && (separate || !joined);
}

function endText(item: Item | undefined): string {
  const node = item?.nodes.at(-1);
  return node?.type === 'text' || node?.type === 'inlineCode' ? node.value : '';
}

function haveSameMarks(marks: Marks, otherMarks: Marks): boolean {
  return orderedMarks(marks).join() === orderedMarks(otherMarks).join();
}

function noteAt(value: unknown, pointer: string): unknown {
  const fragments = listAt(value, pointer);
  if (fragments.length !== 1) refuse(pointer, 'must be one note', fragments.length);
  const note = membersAt(fragments[0], `${pointer}/0`);
  if (note.type !== 'annotation-body') refuse(`${pointer}/0/type`, 'must be "annotation-body"', note.type);
  if (listAt(note.nodes, `${pointer}/0/nodes`).length === 0) refuse(`${pointer}/0/nodes`, 'must not be empty');
  return note.nodes;
}

/**
 * Returns the content of an inline, and the marks that all of its text has in common. These marks enclose the inline.
 */
function extractSharedMarks(items: readonly Item[]): { children: PhrasingContent[]; marks: Marks } {
  const [first, ...otherItems] = items.filter((item) => !item.bare);
  const marks = new Set([...(first?.marks ?? [])].filter((name) => otherItems.every((item) => item.marks.has(name))));
  return { children: nestMarks(withLineBreaks(items, 'line'), marks), marks };
}

/**
 * Gives line breaks and images the marks that both neighbors have. A break that a backslash cannot express becomes
 * HTML.
 */
function withLineBreaks(items: readonly Item[], host: InlineContainer): Item[] {
  const isBreak = ({ nodes }: Item): boolean => nodes[0]?.type === 'break';
  const first = items.findIndex((item) => !isBreak(item));
  const last = items.findLastIndex((item) => !isBreak(item));
  const after = marksAfter(items);
  let before: Marks = new Set();
  return items.map((item, index) => {
    if (!item.bare) before = item.marks;
    const inside = host === 'paragraph' && index > first && index < last && first !== -1;
    const nodes: PhrasingContent[] = isBreak(item) && !inside ? [{ type: 'html', value: '<br>' }] : item.nodes;
    return item.bare ? { nodes, marks: sharedMarks(before, after[index]!) } : item;
  });
}

function marksAfter(items: readonly Item[]): Marks[] {
  let next: Marks = new Set();
  const after: Marks[] = [];
  for (const item of items.toReversed()) {
    after.push(next);
    if (!item.bare) next = item.marks;
  }
  return after.reverse();
}

/** Writers of marks. HTML marks come first; Markdown marks come last, because they are ambiguous next to letters. */
const wrappers: readonly [start: string, wrap: (name: MarkName, children: PhrasingContent[]) => PhrasingContent[]][] = [
  ['color', (name, children) => [writeTag('mark', { style: markStyle(name) }), ...children, writeEndTag('mark')]],
  ['keyboard', (_, children) => [writeTag('kbd'), ...children, writeEndTag('kbd')]],
  ['subscript', (_, children) => [writeTag('sub'), ...children, writeEndTag('sub')]],
  ['superscript', (_, children) => [writeTag('sup'), ...children, writeEndTag('sup')]],
  ['bold', (_, children) => [{ type: 'strong', children }]],
  ['italic', (_, children) => [{ type: 'emphasis', children }]],
  ['strikethrough', (_, children) => [{ type: 'delete', children }]],
];

/** Returns the style of a color mark; omits default colors, as GitBook does. */
function markStyle(name: MarkName): string | undefined {
  const [, text, background] = name.split(' ');
  const parts = [
    text === 'default' ? '' : `color:${text};`,
    background === 'default' ? '' : `background-color:${background};`,
  ];
  return parts.join('') || undefined;
}

/** Converts marks that neighbors have in common into enclosing nodes; the longest run is outermost. */
function nestMarks(items: readonly Item[], active: Marks): PhrasingContent[] {
  const nodes: PhrasingContent[] = [];
  for (let index = 0; index < items.length; ) {
    const open = [...items[index]!.marks].filter((name) => !active.has(name));
    const runs = open.map((name) => ({ name, end: endOfRun(items, index, name), rank: nestingOrder(name) }));
    const [longestRun] = runs.sort((left, right) => right.end - left.end || left.rank - right.rank);
    if (longestRun) {
      const children = nestMarks(items.slice(index, longestRun.end), new Set([...active, longestRun.name]));
      for (const node of wrappers[longestRun.rank]![1](longestRun.name, children)) append(nodes, node);
      index = longestRun.end;
    } else for (const node of items[index++]!.nodes) append(nodes, node);
  }
  return nodes;
}

function nestingOrder(name: MarkName): number {
  return wrappers.findIndex(([start]) => name.startsWith(start));
}

function endOfRun(items: readonly Item[], start: number, name: MarkName): number {
  let end = start + 1;
  while (end < items.length && items[end]!.marks.has(name)) end++;
  return end;
}

/** Appends a node. Merges adjacent text, because only the whole text shows which characters need an escape. */
function append(nodes: PhrasingContent[], node: PhrasingContent): void {
  const last = nodes.at(-1);
  const mergeable = (node.type === 'text' || node.type === 'inlineCode') && last?.type === node.type;
  if (mergeable) nodes[nodes.length - 1] = { ...last, value: last.value + node.value };
  else nodes.push(node);
}
