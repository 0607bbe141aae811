import { emojiText } from '../../../engine/text/document/emoji-text.js';
import { type DocumentNode, leadingTitle } from '../../../engine/text/document/node-shape.js';
import { type BlockState, printBlocksOf } from './document-blocks.js';
import type { PdfInput, Section } from './input.js';
import { colors, type PrintBlock, plainRun, textPrintBlock } from './print-blocks.js';
import { referencesOf } from './reference-names.js';
import { pageBudget } from './size-budget.js';

/** A section with the print blocks of its content. */
export interface PrintedSection {
  section: Section;
  pieces: PrintBlock[];
  /** Whether the text is too long. If so, `pieces` lacks the rest of the text. */
  isCut: boolean;
}

/** Note that is printed at the end of a page whose text is too long. */
export const truncationNote: PrintBlock = {
  kind: 'panel',
  bar: colors.warning,
  pieces: [textPrintBlock([plainRun('… This page is too long to print: the rest of it is left out.')])],
};

/**
 * Returns the print blocks of a section: title, description, text and notes. If the text begins with a heading that
 * equals the title, that heading is printed as the title.
 */
export function sectionBlocks(input: PdfInput, section: Section): PrintedSection {
  const notes: DocumentNode[] = [];
  const blockState: BlockState = {
    pageId: section.id,
    references: referencesOf(section.id, input.named, input.base),
    shared: oncePerPage(input.shared, section.id),
    specifications: input.specifications,
    within: [],
    note: (annotation) => notes.push(annotation),
    room: { left: pageBudget },
  };
  const document = section.document?.();
  const text = printBlocksOf(blockState, document?.nodes);
  const own = leadingTitle(document) === section.title.trim() ? text.shift() : undefined;
  const title = own ?? textPrintBlock([plainRun(section.title, { bold: true })], { heading: true });
  const head = [titleBlock(section, title), ...descriptionPieces(section), ...targetPieces(blockState, section)];
  const pieces = [...head, ...text, ...notePieces(blockState, notes)];
  return { section, pieces, isCut: blockState.room.left <= 0 };
}

/** Caches the shared texts of one page, so that each is read only once. */
function oncePerPage(shared: PdfInput['shared'], pageId: string): PdfInput['shared'] {
  const known = new Map<string, DocumentNode | undefined>();
  return {
    get(id) {
      if (!known.has(id)) known.set(id, shared.get(id, pageId));
      return known.get(id);
    },
  };
}

/** Returns a page's title with its emoji, in the font size of titles. It is the destination of links to the page. */
function titleBlock({ id, emoji, type }: Section, title: PrintBlock): PrintBlock {
  if (title.kind !== 'text') return title;
  const runs = emoji ? [plainRun(`${emojiText(emoji)} `, { bold: true }), ...title.runs] : title.runs;
  return { ...title, runs, size: type === 'group' ? 22 : 20, places: [id, ...(title.places ?? [])] };
}

function descriptionPieces({ description }: Section): PrintBlock[] {
  return description ? [textPrintBlock([plainRun(description, { color: colors.muted })], { space: 10 })] : [];
}

function targetPieces({ references }: BlockState, { target, type }: Section): PrintBlock[] {
  if (type !== 'link' || !target) return [];
  const to = references.targetOf(target);
  const name = to?.url && target.kind === 'url' ? to.url : references.nameOf(target);
  return [textPrintBlock([plainRun(name, to ? { color: colors.link } : {}, to)])];
}

/** Returns the numbered annotations below the text. An annotation within an annotation comes after it. */
function notePieces(blockState: BlockState, notes: DocumentNode[]): PrintBlock[] {
  const items: { marker: ReturnType<typeof plainRun>[]; pieces: PrintBlock[] }[] = [];
  // The loop reads the length each time, because converting a note may add notes.
  for (let index = 0; index < notes.length; index++) {
    if (blockState.room.left <= 0) break;
    const pieces = (notes[index]!.fragments ?? []).flatMap(({ nodes }) => printBlocksOf(blockState, nodes));
    items.push({ marker: [plainRun(`${index + 1}`, { color: colors.muted })], pieces });
  }
  return items.length > 0 ? [{ kind: 'rule' }, { kind: 'list', items }] : [];
}
