import { documentFromMarkdown } from '../../../src/engine/text/document/from-markdown.js';
import { splitFrontMatter } from '../../../src/engine/text/markdown/front-matter.js';

interface Node {
  object: string;
  type?: string;
  data?: Record<string, unknown>;
  nodes?: Node[];
  fragments?: Node[];
  leaves?: { text: string; marks: { type: string; data?: unknown }[] }[];
}

/** Returns a document without its words: the parts that are the same in every language. */
export function skeletonOf(markdown: string): unknown[] {
  return documentFromMarkdown(splitFrontMatter(markdown).body).nodes.map((node) =>
    skeletonOfNode(node as unknown as Node),
  );
}

function skeletonOfNode({ object, type, data = {}, nodes = [], fragments = [] }: Node): unknown {
  const isInline = nodes.some((node) => node.object !== 'block');
  const inside = isInline ? inlinesOf(nodes) : nodes.map(skeletonOfNode);
  const dataSkeleton = type === 'table' ? tableOf(data) : withoutWords(data);
  // Code is not translated.
  const code = type === 'code-line' ? nodes.flatMap(({ leaves = [] }) => leaves.map(({ text }) => text)) : [];
  return {
    object,
    type,
    said: dataSkeleton,
    inside: type === 'code-line' ? code : inside,
    fragments: fragments.map(skeletonOfNode),
  };
}

/** Returns the inlines of a text and the marks of its words, sorted. */
function inlinesOf(nodes: readonly Node[]): string[] {
  const found = nodes.flatMap((node) => {
    if (node.object !== 'text') return [JSON.stringify(skeletonOfNode(node))];
    return (node.leaves ?? []).flatMap(({ text, marks }) => {
      const names = marks.map((mark) => JSON.stringify(mark));
      if (names.length === 0) return text.match(/\n|\{\{.*?\}\}/g) ?? [];
      return [[...names, names.some((name) => name.includes('"code"')) ? text : ''].join(' ')];
    });
  });
  return found.sort();
}

/** Members that contain text. Ids are included: if a link names a heading, its translation gets an explicit id. */
const words = ['title', 'alt', 'caption', 'label', 'id'];

function withoutWords(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !words.includes(name)));
}

/** Returns a table without words. Ids of columns and rows are replaced, because they are derived from words. */
function tableOf(data: Record<string, unknown>): unknown {
  const { view, definition, records } = data as Record<string, Record<string, Record<string, unknown>>>;
  const columns = Object.keys(definition!);
  const text = JSON.stringify({ ...withoutWords(view!), definitions: Object.values(definition!).map(withoutWords) });
  const rows = Object.values(records!).map(({ values }) => columns.map((id) => id in (values as object)));
  return { view: columns.reduce((named, id, index) => named.replaceAll(id, `column ${index}`), text), rows };
}
