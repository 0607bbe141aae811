import type { Link, Parents, PhrasingContent, RootContent } from 'mdast';
import { stringifyMarkdown } from '../text/document/syntax/syntax.js';
import type { Body } from './body.js';
import { type Host, oneLine, type Unit, type VerbatimPiece, type WrapperPiece } from './pieces.js';
import { endOffset, startOffset } from './read-pieces.js';
import { type TaggedPart, taggedParts } from './tagged-parts.js';

/** Translations of some units, and markup to add. A unit without a translation does not change. */
export interface Edits {
  translations: ReadonlyMap<Unit, string>;
  /** Markup to append to units that have translations. */
  anchors: ReadonlyMap<Unit, string>;
}

/** Input for writing the translation of a unit. */
interface UnitWriting {
  body: Body;
  unit: Unit;
  edits: Edits;
  /** A character that the page does not contain. It replaces line endings in the markup of `kept` pieces. */
  lineEnd: string;
}

/** Writes a part of a body with translated units, which must be in page order. */
export function writeRange(
  body: Body,
  { units, start, end }: { units: readonly Unit[]; start: number; end: number },
  edits: Edits,
): string {
  const parts: string[] = [];
  let at = start;
  const edited = units.filter((unit) => edits.translations.has(unit));
  for (const unit of edited.sort((left, right) => left.start - right.start || right.end - left.end)) {
    if (unit.start < at) continue;
    parts.push(body.slice(at, unit.start), writeUnit(body, unit, edits));
    at = unit.end;
  }
  parts.push(body.slice(at, end));
  return parts.join('');
}

/** Returns the prefix of a unit's lines after the first one: the markers of quotes and the indentation of lists. */
export function continuationPrefix(body: Body, unit: Unit): string {
  const written = body.slice(unit.start, unit.end);
  return /(?:\r\n?|\n)([ \t]*(?:>[ \t]?)*[ \t]*)/.exec(written)?.[1] ?? '';
}

/**
 * Writes the markup of a unit with the words of its translation. Escapes the words, so that they are always text, and
 * copies the markup that the tags represent. The translation must have the same tags as the unit (`brokenRule`).
 */
function writeUnit(body: Body, unit: Unit, edits: Edits): string {
  const answer = taggedParts(edits.translations.get(unit)!.trim());
  if (!('parts' in answer)) throw new Error(`The answer must have its tags in order (got ${answer.stray})`);
  const writing = { body, unit, edits, lineEnd: body.unused };
  const written = writers[unit.host](writing, answer.parts);
  return written.replaceAll(writing.lineEnd, '\n') + (edits.anchors.get(unit) ?? '');
}

type Write = (writing: UnitWriting, parts: readonly TaggedPart[]) => string;

const writers: { readonly [Type in Host]: Write } = {
  paragraph: (writing, parts) => {
    const markdown = markdownOf({ type: 'paragraph', children: phrasingOf(writing, parts) });
    return markdown.includes('\n')
      ? markdown.replaceAll('\n', `\n${continuationPrefix(writing.body, writing.unit)}`)
      : markdown;
  },
  heading: (writing, parts) =>
    markdownOf({ type: 'heading', depth: 1, children: phrasingOf(writing, parts) }).replace(/^# /, ''),
  cell: (writing, parts) => {
    const cell = { type: 'tableCell', children: phrasingOf(writing, parts) } as const;
    const table = markdownOf({ type: 'table', children: [{ type: 'tableRow', children: [cell] }] });
    return table.slice(2, table.indexOf('\n') - 2);
  },
  html: (writing, parts) => parts.map((part) => htmlOf(writing, part)).join(''),
  alt: (_, parts) => plainText(parts).replace(/[\\`*_[\]<>&|~$:{]/g, '\\$&'),
  title: (_, parts) => plainText(parts).replace(/[\\"'&|]/g, '\\$&'),
  attribute: ({ body, unit }, parts) =>
    plainText(parts).replace(/["'<>`|]|&(?=#?[a-z\d]+;)/gi, (character) => {
      const isFree = /["']/.test(character) && character !== body.source[unit.end];
      return isFree ? character : reference(character);
    }),
};

function markdownOf(node: RootContent): string {
  return stringifyMarkdown({ type: 'root', children: [node] }).replace(/\n$/, '');
}

function plainText(parts: readonly TaggedPart[]): string {
  return parts.map((part) => (typeof part === 'string' ? oneLine(part) : '')).join('');
}

function phrasingOf(writing: UnitWriting, parts: readonly TaggedPart[]): PhrasingContent[] {
  const nodes = parts.flatMap((part): PhrasingContent[] => {
    if (typeof part === 'string') return [{ type: 'text', value: oneLine(part) }];
    const piece = writing.unit.tags[part.tag]!;
    if (piece.kind === 'kept') return [verbatimNode(writing, piece)];
    return wrapChildren(piece, phrasingOf(writing, part.parts ?? []));
  });
  return withBreaks(writing, nodes);
}

/**
 * Removes spaces next to line breaks. Writes an explicit break before HTML, because the Markdown writer would put the
 * HTML on the same line.
 */
function withBreaks(writing: UnitWriting, nodes: readonly PhrasingContent[]): PhrasingContent[] {
  return nodes.map((node, index): PhrasingContent => {
    const [before, after] = [nodes[index - 1], nodes[index + 1]];
    if (node.type === 'break' && after?.type === 'html') {
      return { type: 'html', value: `\\${writing.lineEnd}${continuationPrefix(writing.body, writing.unit)}` };
    }
    if (node.type !== 'text') return node;
    const start = before?.type === 'break' ? node.value.trimStart() : node.value;
    return { ...node, value: after?.type === 'break' ? start.trimEnd() : start };
  });
}

function wrapChildren({ by }: WrapperPiece, children: PhrasingContent[]): PhrasingContent[] {
  if ('open' in by) return [{ type: 'html', value: by.open }, ...children, { type: 'html', value: by.close }];
  if (by.node.type === 'linkReference') return [{ ...by.node, referenceType: 'full', children } as PhrasingContent];
  return [{ ...by.node, children } as PhrasingContent];
}

/**
 * Types of nodes that affect how adjacent text must be written. The markup of all other `kept` pieces is passed to the
 * Markdown writer as HTML.
 */
const contextNodes = new Set(['break', 'emoji', 'footnoteReference']);

function verbatimNode(writing: UnitWriting, piece: VerbatimPiece): PhrasingContent {
  const { node } = piece;
  if (node && contextNodes.has(node.type)) return node;
  if (node && 'children' in node && emphasisTypes.has(node.type)) return emphasis(writing, piece, node);
  const written = verbatimMarkup(writing, piece);
  if (node?.type === 'link' && !/^[<[]/.test(written)) return addressNode(node, written);
  return { type: 'html', value: written.replace(/\r\n?|\n/g, writing.lineEnd) };
}

/** Types of marks whose delimiters work only next to certain characters. The Markdown writer handles these cases. */
const emphasisTypes = new Set(['strong', 'emphasis', 'delete']);

/** Returns an emphasis node around the markup of its content, for a `kept` piece such as emphasized code. */
function emphasis(
  writing: UnitWriting,
  piece: VerbatimPiece,
  node: Extract<PhrasingContent, Parents>,
): PhrasingContent {
  const [start, end] = [startOffset(node.children[0]!), endOffset(node.children.at(-1)!)];
  const inner = verbatimMarkup(writing, { ...piece, start, end }).replace(/\r\n?|\n/g, writing.lineEnd);
  return { ...node, children: [{ type: 'html', value: inner }] } as PhrasingContent;
}

/** Encloses an address that is a link by itself in `<>`, because translated words may follow it directly. */
function addressNode(node: Link, written: string): PhrasingContent {
  const isWhole = node.url === written || node.url === `mailto:${written}`;
  return isWhole ? { type: 'html', value: `<${written}>` } : node;
}

/** Returns the markup of a `kept` piece, with the translations of its texts. */
function verbatimMarkup({ body, edits }: UnitWriting, { units, start, end }: VerbatimPiece): string {
  return writeRange(body, { units, start, end }, edits);
}

function htmlOf(writing: UnitWriting, part: TaggedPart): string {
  if (typeof part === 'string') return oneLine(part).replace(/<|&(?=#?[a-z\d]+;)/gi, reference);
  const piece = writing.unit.tags[part.tag]!;
  if (piece.kind === 'kept') return verbatimMarkup(writing, piece);
  const inner = (part.parts ?? []).map((one) => htmlOf(writing, one)).join('');
  return 'open' in piece.by ? `${piece.by.open}${inner}${piece.by.close}` : inner;
}

function reference(character: string): string {
  return `&#x${character.codePointAt(0)!.toString(16).toUpperCase()};`;
}
