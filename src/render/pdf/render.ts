import type { PdfInput } from './blocks/input.js';
import { type PrintBlock, plainRun, textPrintBlock } from './blocks/print-blocks.js';
import { type PrintedSection, sectionBlocks, truncationNote } from './blocks/section-blocks.js';
import { pageLines } from './blocks/size-budget.js';
import { accentLine, contentsBoxes, contentsPageCount, type Entry } from './contents-list.js';
import { createFlow, type Flow, footerSeparator } from './flow.js';
import { glyphMaker } from './fonts/glyphs.js';
import { loadFonts } from './fonts/load.js';
import { addCharacters, collectCharacters, type UsedCharacters } from './fonts/used-characters.js';
import { createGap, type LayoutBox, type LayoutState, layOutBlocks } from './layout-boxes.js';
import { destinationsOf } from './link-destinations.js';
import { missingFontsNote } from './missing-fonts-note.js';
import { contentWidth, type Document, embedFont, moveLastPages, newDocument, pageSize } from './page-canvas.js';
import { openPictures } from './pictures.js';

/**
 * Renders a PDF. If there is more than one section, the PDF has a title page, a table of contents and bookmarks. The
 * same input always results in the same bytes.
 * @throws TooManyPages
 */
export async function renderPdf(input: PdfInput): Promise<Uint8Array> {
  const document = newDocument({ Title: input.title }, input.language);
  const bytes = collectBytes(document);
  const sections = input.sections.map((section) => sectionBlocks(input, section));
  const used = charactersOf(input, sections);
  const note = missingFontsNote(input.language, used);
  if (note) collectCharacters(used, [note]);
  const layout = await createLayoutState(document, input, { sections, used });
  writeSheets(layout, { title: input.title, note }, sections);
  document.end();
  return bytes;
}

/** Collects the bytes while pdfkit writes them. */
function collectBytes(document: Document): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
}

/** Returns the characters to print, by font face. */
function charactersOf(input: PdfInput, sections: readonly PrintedSection[]): UsedCharacters {
  const used: UsedCharacters = new Map();
  collectCharacters(used, [truncationNote]);
  for (const { pieces, section } of sections) {
    collectCharacters(used, pieces);
    for (const face of ['sans-normal-400', 'sans-normal-700'] as const)
      addCharacters(used, face, `${section.title}${section.linkTitle ?? ''}`);
  }
  for (const face of ['sans-normal-400', 'sans-normal-700', 'mono-normal-400'] as const)
    addCharacters(used, face, `${input.title} 0123456789${footerSeparator}`);
  return used;
}

/** Sections to print, and their characters. */
interface PrintedContent {
  sections: PrintedSection[];
  used: UsedCharacters;
}

async function createLayoutState(
  document: Document,
  input: PdfInput,
  { sections, used }: PrintedContent,
): Promise<LayoutState> {
  const choose = await loadFonts(used, input.language, (bytes) => embedFont(document, bytes));
  const pictures = await openPictures(document, input.images);
  const places = destinationsOf(sections);
  return {
    document,
    glyphsOf: glyphMaker(choose),
    pictureOf: (file) => pictures.get(file) ?? null,
    placeName: places.nameOf,
    lines: { left: Number.POSITIVE_INFINITY },
    openable({ place, url }) {
      const name = place && places.resolveLink(place);
      return name ? { place: name } : url === undefined ? undefined : { url };
    },
  };
}

/** Title of a PDF, and a note to print before the first section. */
interface FrontMatter {
  title: string;
  note: PrintBlock | null;
}

/**
 * Writes all PDF pages. The table of contents comes before the sections, but is written after them, because their page
 * numbers are not known earlier.
 */
function writeSheets(layout: LayoutState, { title, note }: FrontMatter, sections: readonly PrintedSection[]): void {
  const foot = { title, width: contentWidth };
  const hasFront = sections.length !== 1;
  const listed = hasFront ? contentsPageCount(sections.length) : 0;
  if (hasFront) {
    const front = createFlow(layout, foot);
    const head = textPrintBlock([plainRun(title, { bold: true })], { size: 30 });
    const pieces = note ? [head, note] : [head];
    front.put([{ ...createGap(220), gap: false }, accentLine(layout), ...layOutBlocks(layout, pieces, contentWidth)]);
  }
  const flow = createFlow(layout, foot, hasFront ? 2 + listed : 1);
  const [first] = sections;
  if (!hasFront && note) first!.pieces.unshift(note);
  const entries = writeSections(layout, flow, sections);
  flow.finish();
  if (listed === 0) return;
  const contents = createFlow(layout, foot, 2);
  contents.put(contentsBoxes(layout, entries));
  contents.finish();
  moveLastPages(layout.document, listed, 2);
}

type Bookmark = { addItem(title: string, options?: object): Bookmark };

/**
 * Writes the sections, and starts a new PDF page after each section of type `document`. The heading of a group is
 * therefore on the same PDF page as the first page of the group. Returns the PDF page number of each section.
 */
function writeSections(layout: LayoutState, flow: Flow, sections: readonly PrintedSection[]): Entry[] {
  const above: Bookmark[] = [layout.document.outline as unknown as Bookmark];
  let headsOnly = false;
  return sections.map(({ section, pieces, isCut }) => {
    flow.about(section.title);
    if (!headsOnly) flow.nextSheet();
    headsOnly = section.type !== 'document';
    let pageNumber = 0;
    const begun = (y: number): void => {
      if (pageNumber > 0) return;
      pageNumber = flow.sheet();
      const level = Math.min(section.depth, above.length - 1);
      const item = above[level]!.addItem(section.linkTitle || section.title || section.id, {
        top: Math.max(0, y - 8),
        left: pageSize.width,
      });
      above.splice(level + 1, above.length, item);
    };
    const lines = { left: pageLines };
    const text = layOutBlocks({ ...layout, lines }, pieces, contentWidth);
    const rest = isCut || lines.left <= 0 ? layOutBlocks(layout, [truncationNote], contentWidth) : [];
    const boxes = [...text, ...rest];
    flow.put(boxes.map((box) => (box.gap ? box : withDrawCallback(box, begun))));
    return { section, sheet: pageNumber };
  });
}

/** Returns a layout box that calls `onDraw` with its position when it is drawn. */
function withDrawCallback(box: LayoutBox, onDraw: (y: number) => void): LayoutBox {
  return {
    ...box,
    draw(x, y) {
      onDraw(y);
      box.draw(x, y);
    },
  };
}
