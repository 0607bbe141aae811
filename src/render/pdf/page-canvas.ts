import PDFDocument from 'pdfkit';
import type { Color, Target } from './blocks/print-blocks.js';
import type { Fit } from './fonts/glyphs.js';
import type { EmbeddedFont } from './fonts/load.js';

/** Size of an A4 page and its margins, in points. */
export const pageSize = { width: 595.28, height: 841.89, side: 56, top: 56, bottom: 64 } as const;

/** Width of the content, in points. */
export const contentWidth = pageSize.width - 2 * pageSize.side;

/** Text in one font at one position in a line. */
export interface Segment {
  font: EmbeddedFont;
  size: number;
  code: string;
  x: number;
  /** Distance above the baseline. */
  rise: number;
  color: Color;
  fit?: Fit | undefined;
  /** Vertical scale; 1 by default. */
  height?: number;
}

/** pdfkit's document, with members that its types lack: its fonts, and the fonts of a PDF page. */
type Document = PDFKit.PDFDocument & {
  _font: EmbeddedFont;
  _root: { data: { Pages: { data: { Kids: unknown[] } } } };
  page: { fonts: Record<string, unknown> };
  info: { CreationDate?: Date };
  addContent(operators: string): void;
};

/**
 * Creates an empty document in a language (BCP 47). It contains no creation time, so that its bytes are deterministic.
 */
export function newDocument(info: { Title: string }, language: string | null): Document {
  const document = new PDFDocument({
    size: [pageSize.width, pageSize.height],
    margin: 0,
    autoFirstPage: false,
    font: null as unknown as string,
    displayTitle: true,
    ...(language && { lang: language }),
    info: { ...info, Producer: 'docgraph', Creator: 'docgraph', CreationDate: new Date(0) },
  }) as unknown as Document;
  // pdfkit reads the creation date, so it must exist. Because it is not enumerable, pdfkit does not write it.
  Object.defineProperty(document.info, 'CreationDate', { enumerable: false });
  return document;
}

/** Adds a font to the document. */
export function embedFont(document: Document, bytes: Uint8Array): EmbeddedFont {
  document.font(bytes as Buffer);
  return document._font;
}

/** Draws segments on one baseline, as one text object for all fonts. */
export function drawSegments(document: Document, base: number, segments: readonly Segment[]): void {
  if (segments.length === 0) return;
  const operators = segments.map(({ font, size, code, x, rise, color, fit, height = 1 }) => {
    document.page.fonts[font.id] ??= font.ref();
    const place = `1 0 0 ${number(height)} ${number(x)} ${number(pageSize.height - base + rise)} Tm`;
    const textOperators = `${color.map(number).join(' ')} rg /${font.id} ${number(size)} Tf ${place} <${code}> Tj`;
    if (!fit) return textOperators;
    return `${number(fit.narrowed * 100)} Tz ${number((fit.space * size) / 1000)} Tc ${textOperators} 100 Tz 0 Tc`;
  });
  document.addContent(`q 1 0 0 -1 0 ${pageSize.height} cm BT\n${operators.join('\n')}\nET Q`);
}

/** Moves the last pages of the PDF forward. `to` is the new number of the first of them, from 1. */
export function moveLastPages(document: Document, count: number, to: number): void {
  const sheets = document._root.data.Pages.data.Kids;
  sheets.splice(to - 1, 0, ...sheets.splice(sheets.length - count, count));
}

/** A box on a PDF page, given by its upper left corner and its size. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Fills a box with a color. */
export function fillBox(document: Document, { x, y, width, height }: Box, color: Color): void {
  const box = [x, y, width, height].map(number).join(' ');
  document.addContent(`q ${color.map(number).join(' ')} rg ${box} re f Q`);
}

/** Places a link over a box. It leads to a destination in this PDF if one is given, otherwise to the address. */
export function linkBox(document: Document, { x, y, width, height }: Box, { place, url }: Target): void {
  if (place !== undefined) document.goTo(x, y, width, height, place);
  else if (url !== undefined) document.link(x, y, width, height, url);
}

/** Names a position on the current PDF page as a link destination. */
export function nameTarget(document: Document, name: string, y: number): void {
  document.addNamedDestination(name, 'XYZ', 0, Math.max(0, y), null as unknown as number);
}

function number(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

export type { Document };
