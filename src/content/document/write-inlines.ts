import type { PhrasingContent } from 'mdast';
import { markOrder, sharedMarks } from './leaves.js';
import type { Mark } from './nodes.js';
import { dataAt, listAt, type Members, membersAt, refuse, textAt } from './shape.js';
import type { Writing } from './writing.js';

type Marks = ReadonlySet<Mark['type']>;

/** Inline content with the marks around it, before marks that several share become one. */
type Item = { node: PhrasingContent; marks: Marks; bare?: boolean };

/** Where inline content stands: only a paragraph has lines, so only there a backslash can break one. */
export type Host = 'paragraph' | 'line';

/** Inlines whose `type` Markdown has. */
const inlineWriters: {
  [type: string]: (writing: Writing, inline: Members, pointer: string) => PhrasingContent | Item;
} = { link: writeLink, 'inline-image': writeImage };

/** Inline content (`nodes` of a paragraph, heading or cell) as Markdown's; refuses what Markdown cannot say. */
export function writeInlines(writing: Writing, value: unknown, at: { pointer: string; host: Host }): PhrasingContent[] {
  const items = listAt(value, at.pointer).flatMap((node, index) => itemsOf(writing, node, `${at.pointer}/${index}`));
  return nested(withLineBreaks(items, at.host), new Set());
}

function itemsOf(writing: Writing, value: unknown, pointer: string): Item[] {
  const node = membersAt(value, pointer);
  if (node.object === 'text') return leafItems(node, pointer);
  const write = node.object === 'inline' && typeof node.type === 'string' ? inlineWriters[node.type] : undefined;
  if (!write)
    refuse(pointer, 'must be text, or an inline that Markdown has: link or inline-image', node.type ?? node.object);
  const written = write(writing, node, pointer);
  return ['node' in written ? written : { node: written, marks: new Set(), bare: true }];
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

function textItem(text: string, marks: Marks): Item {
  if (text === '\n') return { node: { type: 'break' }, marks: new Set(), bare: true };
  if (!marks.has('code')) return { node: { type: 'text', value: text }, marks };
  return { node: { type: 'inlineCode', value: text }, marks: new Set([...marks].filter((type) => type !== 'code')) };
}

function marksAt(value: unknown, pointer: string): Set<Mark['type']> {
  const types = listAt(value, pointer).map((entry, index) => {
    const { type } = membersAt(entry, `${pointer}/${index}`);
    const known = markOrder.find((mark) => mark === type);
    return known ?? refuse(`${pointer}/${index}`, `must be a mark that Markdown has: ${markOrder.join(', ')}`, type);
  });
  return new Set(types);
}

function writeLink(writing: Writing, link: Members, pointer: string): Item {
  const data = dataAt(link, pointer, ['ref', 'title']);
  const items = listAt(link.nodes, `${pointer}/nodes`).flatMap((value, index) => {
    const at = `${pointer}/nodes/${index}`;
    if (membersAt(value, at).type === 'link') refuse(at, 'must not be a link within a link');
    return itemsOf(writing, value, at);
  });
  const worded = items.filter((item) => !item.bare);
  const marks = new Set(markOrder.filter((type) => worded.length > 0 && worded.every((item) => item.marks.has(type))));
  const children = nested(withLineBreaks(items, 'line'), marks) as Extract<
    PhrasingContent,
    { type: 'link' }
  >['children'];
  const url = writing.destination(data.ref, `${pointer}/data/ref`);
  const title = data.title ? textAt(data.title, `${pointer}/data/title`) : null;
  return { node: { type: 'link', url, title, children }, marks };
}

function writeImage(writing: Writing, image: Members, pointer: string): PhrasingContent {
  const data = dataAt(image, pointer, ['ref', 'alt', 'caption']);
  const alt = data.alt ? textAt(data.alt, `${pointer}/data/alt`) : null;
  const title = data.caption ? textAt(data.caption, `${pointer}/data/caption`) : null;
  return { type: 'image', url: writing.destination(data.ref, `${pointer}/data/ref`), alt, title };
}

/** Line breaks and images get the marks around them; a break that a backslash cannot say is HTML's. */
function withLineBreaks(items: Item[], host: Host): Item[] {
  const first = items.findIndex((item) => item.node.type !== 'break');
  const last = items.findLastIndex((item) => item.node.type !== 'break');
  const after = marksAfter(items);
  let before: Marks = new Set();
  return items.map((item, index) => {
    if (!item.bare) before = item.marks;
    const inside = host === 'paragraph' && index > first && index < last && first !== -1;
    const node: PhrasingContent = item.node.type === 'break' && !inside ? { type: 'html', value: '<br>' } : item.node;
    return item.bare ? { node, marks: sharedMarks(before, after[index]!) } : item;
  });
}

function marksAfter(items: Item[]): Marks[] {
  let next: Marks = new Set();
  const after: Marks[] = [];
  for (const item of items.toReversed()) {
    after.push(next);
    if (!item.bare) next = item.marks;
  }
  return after.reverse();
}

const wrappers = { bold: 'strong', italic: 'emphasis', strikethrough: 'delete' } as const;

/** Turns marks on neighbours into nodes around them, the longest run outermost. */
function nested(items: Item[], active: Marks): PhrasingContent[] {
  const nodes: PhrasingContent[] = [];
  for (let index = 0; index < items.length; ) {
    const open = markOrder.filter((type) => items[index]!.marks.has(type) && !active.has(type));
    const runs = open.map((type) => ({ type, end: endOfRun(items, index, type) }));
    const longest = runs.reduce((best, run) => (best && best.end >= run.end ? best : run), runs[0]);
    if (!longest) append(nodes, items[index++]!.node);
    else {
      const children = nested(items.slice(index, longest.end), new Set([...active, longest.type]));
      nodes.push({ type: wrappers[longest.type as keyof typeof wrappers], children });
      index = longest.end;
    }
  }
  return nodes;
}

function endOfRun(items: Item[], start: number, type: Mark['type']): number {
  let end = start + 1;
  while (end < items.length && items[end]!.marks.has(type)) end++;
  return end;
}

/** Text after text is one node: what needs an escape shows only in the whole. */
function append(nodes: PhrasingContent[], node: PhrasingContent): void {
  const last = nodes.at(-1);
  const mergeable = (node.type === 'text' || node.type === 'inlineCode') && last?.type === node.type;
  if (mergeable) nodes[nodes.length - 1] = { ...last, value: last.value + node.value };
  else nodes.push(node);
}
