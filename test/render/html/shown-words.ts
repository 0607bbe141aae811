import { emojiText } from '../../../src/engine/text/document/emoji-text.js';
import type { DocumentNode } from '../../../src/engine/text/document/node-shape.js';

/** Members of data with text that a reader must see, by node type. */
const visibleMembers: Record<string, string[]> = {
  code: ['title'],
  'tabs-item': ['title'],
  embed: ['url'],
  math: ['formula'],
  image: ['alt'],
  drawing: ['alt'],
  swagger: ['path', 'method'],
  'openapi-operation': ['path', 'method'],
  'openapi-webhook': ['name', 'method'],
  'openapi-schemas': ['schemas'],
  'inline-math': ['formula'],
  'inline-image': ['alt'],
  expression: ['expression'],
  button: ['label'],
};

/** Returns all words of a document, in any order: those of its leaves and those in the data of its nodes. */
export function wordsIn(node: DocumentNode): string[] {
  const { type, data } = node;
  const own = (visibleMembers[node.type ?? ''] ?? []).map((name) => visibleText(name, String(data?.[name] ?? '')));
  const leaves = (node.leaves ?? []).map(({ text }) => text);
  const emoji = type === 'emoji' ? [emojiText(String(data?.code))] : [];
  // Marks split a text into leaves, and a mark can end within a word. The leaves are therefore joined first.
  const texts = [leaves.join(''), ...own, ...emoji].flatMap(wordsOf);
  return [...texts, ...tableWords(node), ...joined(partsOf(node)).flatMap(wordsIn)];
}

/** Returns the words of a text, including duplicates. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns the words that occur in `expected` more often than in `found`. */
export function missingWords(expected: readonly string[], found: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  return expected.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

interface TableData {
  view: { columns: string[]; hideHeader?: boolean; hideColumnTitle?: boolean };
  definition: Record<string, { type: string; title: string; max?: number }>;
  records: Record<string, { values: Record<string, unknown> }>;
}

/** Returns the column titles and plain values that the view of a table shows. */
function tableWords({ type, data }: DocumentNode): string[] {
  if (type !== 'table') return [];
  const { view, definition, records } = data as unknown as TableData;
  const hasTitles = !view.hideHeader && !view.hideColumnTitle && (view as { type?: string }).type !== 'cards';
  const titles = hasTitles ? view.columns.map((id) => definition[id]!.title) : [];
  const numbers = Object.values(records).flatMap(({ values }) =>
    view.columns
      .map((id) => values[id])
      .filter((value) => typeof value === 'number')
      .map(String),
  );
  return [...titles, ...numbers].flatMap(wordsOf);
}

function visibleText(name: string, value: string): string {
  return name === 'method' ? value.toUpperCase() : value;
}

/** Joins adjacent texts. */
function joined(nodes: DocumentNode[]): DocumentNode[] {
  const result: DocumentNode[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (last?.object !== 'text' || node.object !== 'text') result.push(node);
    else result[result.length - 1] = { ...last, leaves: [...(last.leaves ?? []), ...(node.leaves ?? [])] };
  }
  return result;
}

/** Returns the children of a node; for a table, the cells of visible columns. */
function partsOf(node: DocumentNode): DocumentNode[] {
  const fragments = node.fragments ?? [];
  if (node.type !== 'table') return [...(node.nodes ?? []), ...fragments];
  const { view, records } = node.data as unknown as TableData;
  const visibleFragments = new Set(
    Object.values(records).flatMap(({ values }) => view.columns.map((id) => values[id])),
  );
  return fragments.filter(({ fragment }) => visibleFragments.has(fragment));
}
