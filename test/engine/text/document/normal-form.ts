import {
  type InfoMembers,
  readInfoString,
  writeInfoString,
} from '../../../../src/engine/text/document/nodes/info-string.js';
import { type InlinePart, normalizeInlines } from '../../../../src/engine/text/document/nodes/leaves.js';
import { markName } from '../../../../src/engine/text/document/nodes/marks.js';
import {
  type BlockContainer,
  blocksAllowedIn,
  type Inline,
  type InlineImage,
  type Mark,
  type Text,
} from '../../../../src/engine/text/document/nodes/nodes.js';

/** A node of any kind. Its members depend on its kind. */
interface Node {
  object?: string;
  type: string;
  data?: Record<string, unknown>;
  nodes?: Node[];
  leaves?: { text: string; marks: Mark[] }[];
  fragments?: Node[];
  fragment?: string;
}

/** The `data` of a table. */
export interface TableData {
  view: {
    type: string;
    columns: string[];
    hideHeader?: boolean;
    columnWidths?: Record<string, number>;
    cardSize?: string;
    hideColumnTitle?: boolean;
    targetDefinition?: string;
    coverDefinition?: string;
    coverDefinitionDark?: string;
  };
  definition: Record<
    string,
    { title: string; type: string; textAlignment?: string; verticalAlignment?: string; max?: number } | undefined
  >;
  records: Record<string, { orderIndex: string; values: Record<string, string> }>;
  fullWidth?: boolean;
}

/**
 * Returns the content of a document regardless of its structure: without keys, derived ids, names of cells and
 * boundaries between leaves.
 */
export function normalForm(document: { nodes: unknown[] }): object[] {
  return blocks(document.nodes as Node[], 'document');
}

function blocks(nodes: Node[] | undefined, place: BlockContainer): object[] {
  return (nodes ?? []).flatMap((node) => block(node, place) ?? []);
}

/** For each kind of container: the `BlockContainer` of the blocks in it. */
const places: Record<string, BlockContainer> = {
  blockquote: 'blockquote',
  hint: 'hint',
  'tabs-item': 'tab',
  'stepper-step': 'step',
  tabs: 'document',
  stepper: 'document',
};

function block(node: Node, place: BlockContainer): object | undefined {
  const { type } = node;
  const plain = { type, data: withoutDefaults(node.data) };
  if (type === 'paragraph') return paragraph(node, place);
  if (type.startsWith('heading')) return { ...plain, nodes: inlines(node.nodes) };
  if (type.startsWith('list-')) return list(node);
  if (type === 'code') return { type, data: codeData(node.data), ...codeText(node) };
  if (type === 'images') return { ...plain, images: node.nodes?.map(image) };
  if (type === 'table') return table(node);
  if (type === 'expandable') return expandable(node);
  if (type === 'embed' || type === 'file') return { ...plain, caption: captionOf(node) };
  return places[type] ? { ...plain, nodes: blocks(node.nodes, places[type]) } : plain;
}

/**
 * Omits members with their default value: flags that are false, and values that the contract gives to absent members.
 */
function withoutDefaults(data: Record<string, unknown> = {}): object {
  const silent = ['fullWidth', 'lineNumbers', 'expandable', 'expanded', 'withFrame'];
  const entries = Object.entries(withoutEmptyMembers(data)).filter(
    ([name, value]) => !(value === false && silent.includes(name)),
  );
  return Object.fromEntries(entries.filter(([name, value]) => !(name === 'align' && value === 'start')));
}

/** Returns the data of code, whose language and info are one text in Markdown. */
function codeData(data: InfoMembers & Record<string, unknown> = {}): object {
  const { syntax, info, title, ...others } = withoutEmptyMembers(data) as InfoMembers;
  const { text } = writeInfoString({ ...(syntax && { syntax }), ...(info && { info }), ...(title && { title }) });
  return withoutDefaults({ ...others, ...readInfoString(text), ...(title && { title }) });
}

function codeText(node: Node): object {
  const lines = (node.nodes ?? []).flatMap((line) =>
    plainText(line)
      .split('\n')
      .map((text) => ({ text, highlighted: line.data?.highlighted === true })),
  );
  const text = lines.map((line) => line.text).join('\n');
  return { text, highlighted: lines.flatMap((line, index) => (line.highlighted ? [index] : [])) };
}

function expandable(node: Node): object {
  const fragments = new Map(node.fragments?.map((fragment) => [fragment.fragment, fragment.nodes]));
  const title = inlines(fragments.get('expandable-title')?.[0]?.nodes);
  return { type: node.type, title, body: blocks(fragments.get('expandable-body'), 'expandable') };
}

/** Returns a caption. A caption of plain text is a string, as in an inline image. */
function captionOf(node: Node): unknown {
  const nodes = inlines(node.fragments?.[0]?.nodes?.[0]?.nodes);
  const [first, ...more] = nodes;
  if (!first) return undefined;
  const plain = more.length === 0 && first.object === 'text' && first.leaves.every((leaf) => leaf.marks.length === 0);
  return plain ? (first as Text).leaves.map((leaf) => leaf.text).join('') : nodes;
}

function paragraph(node: Node, place: BlockContainer): object | undefined {
  const nodes = inlines(node.nodes);
  if (nodes.length === 0) return undefined;
  const { align = 'start' } = (node.data ?? {}) as { align?: string };
  if (align !== 'start') return { type: 'paragraph', align, nodes };
  const images = nodes.filter((child) => child.object === 'inline' && isBlockImage(child)) as InlineImage[];
  const blank = nodes.every((child) =>
    child.object === 'text'
      ? child.leaves.every((leaf) => /^[^\S\n]*$/.test(leaf.text) && leaf.marks.length === 0)
      : isBlockImage(child),
  );
  if (!blocksAllowedIn[place].has('images') || images.length === 0 || !blank) return { type: 'paragraph', nodes };
  return { type: 'images', data: {}, images: images.map(({ data }) => data) };
}

/** Reports whether a Markdown image can express an inline image. A paragraph of such images is a block of images. */
function isBlockImage(inline: Inline): inline is InlineImage {
  return inline.type === 'inline-image' && !inline.data.size && !inline.data.refDark;
}

function list(node: Node): object {
  const items = (node.nodes ?? []).map((item) => ({
    ...withoutEmptyMembers(item.data),
    nodes: blocks(item.nodes, 'list-item'),
  }));
  if (node.type === 'list-ordered') return { type: node.type, start: node.data?.start ?? 1, items };
  const tasks = items.every((item) => 'checked' in item);
  return { type: tasks ? 'list-tasks' : 'list-unordered', items };
}

function table(node: Node): object {
  const { view, definition, records, fullWidth } = node.data as unknown as TableData;
  const cells = new Map(node.fragments?.map((fragment) => [fragment.fragment, cell(fragment.nodes)]));
  const ids = [...view.columns, ...Object.keys(definition).filter((id) => !view.columns.includes(id))];
  const ordered = Object.values(records).sort((one, other) => (one.orderIndex < other.orderIndex ? -1 : 1));
  const hasTitles = ids.some((id) => definition[id]?.title);
  return {
    type: 'table',
    fullWidth: fullWidth === true,
    view: {
      type: view.type,
      hideHeader: view.hideHeader === true && hasTitles,
      cardSize: view.cardSize,
      hideColumnTitle: view.hideColumnTitle === true,
      shown: view.columns.length,
      widths: ids.map((id) => view.columnWidths?.[id]),
      roles: [view.targetDefinition, view.coverDefinition, view.coverDefinitionDark].map((id) => ids.indexOf(id ?? '')),
    },
    columns: ids.map((id) => ({
      title: definition[id]?.title.replace(/\r\n?/g, '\n'),
      type: definition[id]?.type,
      align: definition[id]?.textAlignment,
      verticalAlignment: definition[id]?.verticalAlignment,
      max: definition[id]?.max,
    })),
    rows: ordered.map((record) => ids.map((id) => value(record.values[id], cells))),
  };
}

function cell(nodes: Node[] | undefined): unknown {
  return blocks(nodes, 'cell');
}

function value(given: unknown, cells: Map<string | undefined, unknown>): unknown {
  if (given === undefined || given === null || given === '') return [];
  if (typeof given === 'string') return cells.get(given) ?? [];
  if (Array.isArray(given)) return given.length > 0 ? { files: given } : [];
  if (typeof given !== 'object') return given;
  const { ref, ...rest } = given as { ref?: object };
  if (!ref) return given;
  return Object.keys(withoutEmptyMembers(rest)).length === 0 ? ref : { ref, ...withoutEmptyMembers(rest) };
}

function image(node: Node): object {
  return withoutEmptyMembers({ ...node.data, caption: captionOf(node) });
}

function plainText(node: Node): string {
  const leaves = node.nodes?.flatMap((child) => child.leaves ?? []) ?? [];
  return leaves.map((leaf) => leaf.text.replace(/\r\n?/g, '\n')).join('');
}

function inlines(nodes: Node[] = []): (Text | Inline)[] {
  return normalizeInlines(nodes.flatMap(pieces));
}

function pieces(node: Node): InlinePart[] {
  if (node.object === 'inline') {
    const inner = node.nodes && { nodes: inlines(node.nodes) };
    const note = node.fragments && { note: node.fragments.map(({ nodes }) => blocks(nodes, 'annotation')) };
    return [{ object: 'inline', type: node.type, data: withoutEmptyMembers(node.data), ...inner, ...note } as Inline];
  }
  return (node.leaves ?? []).map(({ text, marks }) => ({
    text: text.replace(/\r\n?/g, '\n'),
    marks: new Set(marks.map((mark) => markName(mark)!)),
  }));
}

function withoutEmptyMembers(data: Record<string, unknown> = {}): object {
  const lines = JSON.parse(JSON.stringify(data), (_, given) =>
    typeof given === 'string' ? given.replace(/\r\n?/g, '\n') : given,
  );
  return Object.fromEntries(Object.entries(lines).filter(([, value]) => value !== undefined && value !== ''));
}
