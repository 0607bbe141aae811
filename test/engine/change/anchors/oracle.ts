import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';

/** A block as the tests see it. The tests walk the document with their own code, independent of the implementation. */
export interface ReferenceBlock {
  key: string;
  type: string;
  /** All text in the block except footnotes; if the block has no text, its data. */
  text: string;
  isLeaf: boolean;
}

/** Returns the blocks of a page in reading order. */
export function collectBlocks(markdown: string): ReferenceBlock[] {
  const referenceBlocks: ReferenceBlock[] = [];
  visitBlocks(documentFromMarkdown(markdown), (block) => {
    let held = -1;
    visitBlocks(block, () => held++);
    const text = textOf(block).join('').trim();
    const data = JSON.stringify(block.data);
    const isCode = block.type === 'code-line';
    referenceBlocks.push({
      key: block.key,
      type: block.type,
      text: isCode ? textOf(block).join('').slice(1) : text || (data === '{}' || held > 0 ? '' : data),
      isLeaf: held === 0,
    });
  });
  return referenceBlocks;
}

function visitBlocks(node: any, visit: (block: any) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (node.object === 'block') visit(node);
  for (const name of ['nodes', 'fragments']) for (const part of node[name] ?? []) visitBlocks(part, visit);
}

function textOf(node: any): string[] {
  if (node.object === 'leaf') return [node.text];
  const inside = [...(node.nodes ?? []), ...(node.leaves ?? [])].flatMap(textOf);
  if (node.object !== 'block') return inside;
  const titled = [node.data, ...Object.values<any>(node.data.definition ?? {})];
  const titles = titled.flatMap(({ title }) => ['\n', title ?? '']);
  const held = (node.fragments ?? []).flatMap((fragment: any) => fragment.nodes.flatMap(textOf));
  return [...titles, ...inside, ...held];
}

/**
 * Returns the similarity of two texts, 0 to 1: the share of words that occur in both. A Chinese character counts as one
 * word. Texts without words are compared by their characters.
 */
export function similarity(one: string, other: string): number {
  if (one === other) return 1;
  const pattern = [one, other].every((text) => /[\p{L}\p{N}]/u.test(text))
    ? /\p{sc=Han}|(?:(?!\p{sc=Han})[\p{L}\p{N}_])+/gu
    : /\S/gu;
  const [words, others] = [one.match(pattern) ?? [], other.match(pattern) ?? []];
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  let same = 0;
  for (const word of others) {
    const left = counts.get(word) ?? 0;
    if (left > 0) same++;
    counts.set(word, left - 1);
  }
  return words.length + others.length === 0 ? 1 : (2 * same) / (words.length + others.length);
}

/**
 * Returns the block that each comment must move to, by the key of the block that the comment was on. A block is
 * included if its type and text occur once before and once after. For a block without nested blocks, it is enough that
 * its text does.
 */
export function expectedTargets(
  before: readonly ReferenceBlock[],
  after: readonly ReferenceBlock[],
): Map<string, ReferenceBlock> {
  const answers = new Map<string, ReferenceBlock>();
  const keys = [
    ({ isLeaf, text }: ReferenceBlock) => (isLeaf && text !== '' ? text : null),
    ({ type, text }: ReferenceBlock) => `${type} ${text}`,
  ];
  for (const keyOf of keys) {
    const now = indexUnique(after, keyOf);
    for (const [text, block] of indexUnique(before, keyOf)) {
      const found = now.get(text);
      if (block && found) answers.set(block.key, found);
    }
  }
  return answers;
}

/** Indexes blocks by a key; null for a key that several blocks have. */
function indexUnique(blocks: readonly ReferenceBlock[], keyOf: (block: ReferenceBlock) => string | null) {
  const found = new Map<string, ReferenceBlock | null>();
  for (const block of blocks) {
    const text = keyOf(block);
    if (text !== null) found.set(text, found.has(text) ? null : block);
  }
  return found;
}

/** Result of placing a comment on every block of a page and moving the comments to the new version. */
export interface Outcome {
  blocks: number;
  lost: number;
  /** Number of blocks with an expected target; `right` counts those that were placed on it. */
  withTarget: number;
  right: number;
  /** Descriptions of comments that were placed on a wrong block. */
  wrong: string[];
}

/** Compares a pairing of two versions of a page with the expected targets. */
export function evaluatePairing(before: string, after: string, pairs: ReadonlyMap<string, string>): Outcome {
  const [old, now] = [collectBlocks(before), collectBlocks(after)];
  const byKey = new Map(now.map((block) => [block.key, block]));
  const answers = expectedTargets(old, now);
  const outcome: Outcome = { blocks: old.length, lost: 0, withTarget: answers.size, right: 0, wrong: [] };
  for (const block of old) {
    const place = byKey.get(pairs.get(block.key) ?? '');
    const answer = answers.get(block.key);
    if (!place) outcome.lost++;
    else if (place === answer) outcome.right++;
    else if (answer || similarity(block.text, place.text) < 0.5) {
      outcome.wrong.push(
        `${block.type} ${JSON.stringify(block.text)} became ${place.type} ${JSON.stringify(place.text)}`,
      );
    }
  }
  return outcome;
}

/** Adds up several outcomes. */
export function totalOutcome(outcomes: readonly Outcome[]): Outcome {
  const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + count(outcome), 0);
  return {
    blocks: sum(({ blocks }) => blocks),
    lost: sum(({ lost }) => lost),
    withTarget: sum(({ withTarget: answered }) => answered),
    right: sum(({ right: correct }) => correct),
    wrong: outcomes.flatMap(({ wrong }) => wrong),
  };
}
