import type { Nodes } from 'mdast';
import { parseMarkdown } from '../text/document/syntax/syntax.js';
import type { Body } from './body.js';
import type { Unit } from './pieces.js';
import { fingerprintBlocks } from './structure.js';
import { continuationPrefix, type Edits, writeRange } from './write-unit.js';

/**
 * Maximum number of times that a page is parsed to find the translations that change its structure. Each parse halves
 * the candidates.
 */
const maxReadings = 60;

/**
 * Returns the translations that preserve the page's structure, and the units of the rejected ones. If all translations
 * preserve it, parses the page only once. Otherwise tries the translations of each changed block, and then the
 * remaining translations of the whole page. Both steps divide the candidates into smaller and smaller sets.
 */
export function acceptTranslations(
  body: Body,
  { units, translations, anchors }: { units: readonly Unit[] } & Edits,
): { kept: Edits['translations']; refused: Unit[] } {
  const answered = units.filter((unit) => translations.has(unit));
  const expected = fingerprintBlocks(body.root);
  const differing = (candidates: readonly Unit[]): Set<number> => {
    const edits = { translations: onlyTranslationsOf(translations, candidates), anchors };
    const text = writeRange(body, { units, start: 0, end: body.source.length }, edits);
    return differingIndexes(expected, fingerprintBlocks(parseMarkdown(text)));
  };
  const all = differing(answered);
  if (all.size === 0) return { kept: translations, refused: [] };
  const blocks = body.root.children.map((node) => ({ node, own: [] as Unit[] }));
  for (const unit of answered)
    blocks.findLast(({ node }) => node.position!.start.offset! <= unit.start)?.own.push(unit);
  const isSound = isValidAlone(body, { translations, anchors });
  const sound = blocks.flatMap(({ node, own }, index) =>
    all.has(index)
      ? bisectAccepted(own.filter(isSound), fitsBlock(body, node, { units: own, translations, anchors }))
      : own,
  );
  const acceptedUnits = bisectAccepted(sound, (some) => differing(some).size === 0);
  const left = new Set(acceptedUnits);
  return { kept: onlyTranslationsOf(translations, acceptedUnits), refused: answered.filter((unit) => !left.has(unit)) };
}

function onlyTranslationsOf(translations: Edits['translations'], units: readonly Unit[]): Map<Unit, string> {
  return new Map(units.map((unit) => [unit, translations.get(unit)!]));
}

/** Returns the indexes at which two structures differ; all indexes if the numbers of blocks differ. */
function differingIndexes(expected: readonly string[], given: readonly string[]): Set<number> {
  const isShifted = expected.length !== given.length;
  return new Set(expected.flatMap((sign, index) => (isShifted || sign !== given[index] ? [index] : [])));
}

/**
 * Returns as many candidates as can be used together; finds them by bisection. Excludes the candidates that remain
 * after `maxReadings` parses.
 */
function bisectAccepted(candidates: readonly Unit[], fits: (some: readonly Unit[]) => boolean): Unit[] {
  let readings = 0;
  const accept = (accepted: Unit[], more: readonly Unit[]): Unit[] => {
    if (more.length === 0 || readings++ >= maxReadings) return accepted;
    if (fits([...accepted, ...more])) return [...accepted, ...more];
    if (more.length === 1) return accepted;
    const middle = more.length >> 1;
    return accept(accept(accepted, more.slice(0, middle)), more.slice(middle));
  };
  return accept([], candidates);
}

/**
 * Returns a predicate that reports whether a top-level block keeps its structure with some translations. The block is
 * parsed separately, together with the page's definitions.
 */
function fitsBlock(
  body: Body,
  node: Nodes,
  { units, translations, anchors }: { units: readonly Unit[] } & Edits,
): (some: readonly Unit[]) => boolean {
  const { start, end } = node.position!;
  const from = start.offset! - (start.column - 1);
  const definitions = definitionsOf(body);
  const read = (some: readonly Unit[]): string => {
    const edits = { translations: onlyTranslationsOf(translations, some), anchors };
    const text = writeRange(body, { units, start: from, end: end.offset! }, edits);
    return fingerprintBlocks(parseMarkdown(text + definitions)).join('\n');
  };
  const expected = read([]);
  return (some) => read(some) === expected;
}

/**
 * Returns a predicate that reports whether the translation of a unit keeps its structure when it is parsed separately.
 * It is true for units that are not inline Markdown.
 */
function isValidAlone(body: Body, edits: Edits): (unit: Unit) => boolean {
  const definitions = definitionsOf(body);
  return (unit) => {
    const around = hosts[unit.host];
    if (!around) return true;
    const { start, end } = unit;
    const lines = continuationPrefix(body, unit);
    const [before, after] = [body.slice(start, end), writeRange(body, { units: [unit], start, end }, edits)].map(
      (text) => fingerprintBlocks(parseMarkdown(around(text.replaceAll(`\n${lines}`, '\n')) + definitions)).join('\n'),
    );
    return before === after;
  };
}

const hosts: { readonly [host: string]: (text: string) => string } = {
  paragraph: (text) => text,
  heading: (text) => `# ${text}`,
  cell: (text) => `| ${text} |\n| --- |`,
};

/** Returns the page's definitions. They are appended to a part of the page so that references in it resolve. */
function definitionsOf(body: Body): string {
  const nodes = body.root.children.filter(({ type }) => type === 'definition' || type === 'footnoteDefinition');
  return nodes.map(({ position }) => `\n\n${body.slice(position!.start.offset!, position!.end.offset!)}`).join('');
}
