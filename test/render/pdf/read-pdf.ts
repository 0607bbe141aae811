import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A bookmark with its children. `sheet` is the target, counted from 1. */
export interface Bookmark {
  title: string;
  sheet: number;
  items: Bookmark[];
}

/** Content of a PDF, as pdf.js reads it. */
export interface ReadPdf {
  title: string;
  /** Text of each sheet. */
  sheets: string[];
  /** All text, without white space. */
  text: string;
  bookmarks: Bookmark[];
  /** Links of each sheet: an address, or the target sheet, counted from 1. */
  links: (string | number)[][];
  /** Number of images on each sheet. */
  images: number[];
  /** Language of the document. */
  language: string | null;
  /**
   * Texts with their sheet, counted from 1. `left` and `right` are their ends, `above` the height above the bottom of
   * the sheet, in points.
   */
  texts: { sheet: number; text: string; left: number; right: number; above: number }[];
  /** Leftmost and rightmost ends of all texts, in points. */
  extent: { left: number; right: number };
}

/** Reads a PDF with pdf.js. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise;
  const pageNumberOf = async (destination: unknown): Promise<number> => {
    const found = typeof destination === 'string' ? await document.getDestination(destination) : destination;
    return (await document.getPageIndex((found as [{ num: number; gen: number }])[0])) + 1;
  };
  const read: ReadPdf = {
    title: '',
    sheets: [],
    text: '',
    bookmarks: [],
    links: [],
    images: [],
    language: null,
    texts: [],
    extent: { left: 999, right: 0 },
  };
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const items = (await page.getTextContent()).items.flatMap((item) => ('str' in item ? [item] : []));
    read.sheets.push(items.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join(''));
    const { fnArray } = await page.getOperatorList();
    read.images.push(fnArray.filter((operator) => operator === OPS.paintImageXObject).length);
    for (const { str, transform, width } of items) {
      if (str.trim() === '') continue;
      read.texts.push({
        sheet: number,
        text: str,
        left: transform[4],
        right: transform[4] + width,
        above: transform[5],
      });
      read.extent.left = Math.min(read.extent.left, transform[4]);
      read.extent.right = Math.max(read.extent.right, transform[4] + width);
    }
    const links = (await page.getAnnotations()).filter(({ subtype }) => subtype === 'Link');
    read.links.push(await Promise.all(links.map(async ({ url, dest }) => url ?? (await pageNumberOf(dest)))));
  }
  const bookmarks = async (items: { title: string; dest: unknown; items: [] }[]): Promise<Bookmark[]> =>
    Promise.all(
      items.map(async ({ title, dest, items: below }) => ({
        title,
        sheet: await pageNumberOf(dest),
        items: await bookmarks(below),
      })),
    );
  read.bookmarks = await bookmarks(((await document.getOutline()) ?? []) as never);
  const { Title = '', Language = null } = (await document.getMetadata()).info as { Title?: string; Language?: string };
  [read.title, read.language] = [Title, Language];
  read.text = withoutBreaks(read.sheets.join('\n'));
  await document.destroy();
  return read;
}

/** Normalizes a text to NFC and removes white space, so that line breaks do not matter in comparisons. */
export function withoutBreaks(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, '');
}
