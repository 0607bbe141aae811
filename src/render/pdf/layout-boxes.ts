import type { Target } from './blocks/print-blocks.js';
import { type Align, colors, type PrintBlock, type Run, textSize } from './blocks/print-blocks.js';
import { codeBoxes } from './code-boxes.js';
import type { GlyphsOf } from './fonts/glyphs.js';
import { breakLines, fontSizeOf, type Line, type LineImage, type LineRules } from './lines.js';
import { type Box, type Document, drawSegments, fillBox, linkBox, nameTarget, type Segment } from './page-canvas.js';
import { tableBoxes } from './table-boxes.js';

/** A layout box, which is never split between PDF pages: a line, a row, an image. */
export interface LayoutBox {
  height: number;
  /** Draws the box on the current PDF page, with its upper left corner at a position. */
  draw(x: number, y: number): void;
  /** Whether this is empty space, which is omitted at the top of a PDF page. */
  gap?: boolean;
  /** Whether the box must be on the same PDF page as the next one, as a heading and its text. */
  keepWithNext?: boolean;
  /** Box that is repeated at the top of each further PDF page: the header row of a table. */
  head?: LayoutBox;
}

/** An image that can be shown, with its size in points. */
export interface Picture {
  width: number;
  height: number;
  draw(box: Box): void;
}

/** State of the layout. */
export interface LayoutState {
  document: Document;
  glyphsOf: GlyphsOf;
  pictureOf(file: string): Picture | null;
  /** Returns the target of a link; undefined if the destination is not in this PDF and there is no address. */
  openable(target: Target): Target | undefined;
  /** Returns the name of a link destination; undefined if there is no such destination. */
  placeName(place: string): string | undefined;
  /** Number of lines that may still be laid out. */
  lines: { left: number };
}

/** Minimum width of content in points, at any nesting depth. */
const minContentWidth = 90;

/** Maximum height of images in points, so that an image fits on a PDF page with its caption. */
const maxPictureHeight = 560;

/** Height of a line as a multiple of its font size. */
export const lineHeight = 1.45;

/** Space after a paragraph, in points. */
export const paragraphGap = 6;

/** Lays out print blocks with a given width, from top to bottom. */
export function layOutBlocks(layout: LayoutState, pieces: readonly PrintBlock[], width: number): LayoutBox[] {
  return pieces.flatMap((piece) => (layouts[piece.kind] as Layout<PrintBlock>)(layout, piece, width));
}

type Layout<Of> = (layout: LayoutState, piece: Of, width: number) => LayoutBox[];

const layouts: { [Kind in PrintBlock['kind']]: Layout<Extract<PrintBlock, { kind: Kind }>> } = {
  text: (layout, piece, width) => {
    const lines = keepTogether(
      textBoxes(layout, piece.runs, { size: piece.size, align: piece.align ?? 'left', width }),
    );
    const named = (piece.places ?? []).flatMap((place) => layout.placeName(place) ?? []);
    if (named.length > 0 && lines[0]) lines[0] = withPlaces(layout, lines[0], named);
    const textLines = piece.heading ? lines.map((layoutBox) => ({ ...layoutBox, keepWithNext: true })) : lines;
    const before = piece.heading ? [{ ...createGap(piece.size * 0.8), keepWithNext: true }] : [];
    return [
      ...before,
      ...textLines,
      { ...createGap(piece.space ?? paragraphGap), keepWithNext: piece.heading === true },
    ];
  },
  list: (layout, { items }, width) => {
    const inner = widthAfterIndentation(
      width,
      markerWidth(
        layout,
        items.flatMap(({ marker }) => marker),
      ),
    );
    return items.flatMap(({ marker, pieces }) => {
      const [mark] = textBoxes(layout, marker, { size: textSize, align: 'left', width });
      const boxes = indented(withoutLeadingGap(layOutBlocks(layout, pieces, inner)), width - inner);
      const [first = createGap(textSize * lineHeight), ...rest] = boxes;
      return [mark ? withMarker(mark, 4, { ...first, gap: false }) : first, ...rest];
    });
  },
  panel: (layout, { bar, background, pieces }, width) => {
    const inner = widthAfterIndentation(width, 20);
    const boxes = withoutTrailingGap(withoutLeadingGap(layOutBlocks(layout, pieces, inner)));
    const padding = { height: 5, draw: () => {} };
    const framed = [padding, ...indented(boxes, Math.min(12, width - inner)), padding].map((layoutBox): LayoutBox => {
      const box = (x: number, y: number, wide: number) => ({ x, y, width: wide, height: layoutBox.height + 0.3 });
      return {
        ...layoutBox,
        gap: false,
        draw: (x, y) => {
          if (background) fillBox(layout.document, box(x, y, width), background);
          fillBox(layout.document, box(x, y, 2.5), bar);
          layoutBox.draw(x, y);
        },
      };
    });
    framed[0]!.keepWithNext = true;
    framed.at(-2)!.keepWithNext = true;
    return [...framed, createGap(paragraphGap + 2)];
  },
  code: codeBoxes,
  table: (layout, piece, width) => [...tableBoxes(layout, piece, width), createGap(paragraphGap + 4)],
  image: (layout, { file, width: wish, align, fallback, hasCaption = false }, width) => {
    const picture = layout.pictureOf(file);
    if (!picture) return layOutBlocks(layout, [fallbackPanel(fallback)], width);
    const size = fitPicture(picture, Math.min(wish ?? picture.width, width));
    const left = alignmentOffset(align, width - size.width);
    const draw = (x: number, y: number) => picture.draw({ x: x + left, y, ...size });
    if (hasCaption) return [{ height: size.height + paragraphGap, keepWithNext: true, draw }];
    return [{ height: size.height, draw }, createGap(paragraphGap)];
  },
  rule: ({ document }, _, width) => [
    { height: 12, draw: (x, y) => fillBox(document, { x, y: y + 6, width, height: 0.7 }, colors.line) },
  ],
};

/** Keeps lines together, so that a PDF page neither ends nor begins with a single line of a longer paragraph. */
export function keepTogether(lines: readonly LayoutBox[]): LayoutBox[] {
  const isKeptWithNext = (index: number): boolean => index === 0 || index === lines.length - 2;
  return lines.map((layoutBox, index) =>
    index < lines.length - 1 && isKeptWithNext(index) ? { ...layoutBox, keepWithNext: true } : layoutBox,
  );
}

/** Returns the width that remains after an indentation. Below a minimum width, content is not indented further. */
function widthAfterIndentation(width: number, indentation: number): number {
  return Math.max(width - indentation, Math.min(width, minContentWidth));
}

/** Returns the indentation of a list, which depends on the width of its markers. */
function markerWidth({ glyphsOf }: LayoutState, markers: readonly Run[]): number {
  const widths = markers.map((run) => {
    const units = glyphsOf(run.text, run.style).reduce((sum, { width }) => sum + width, 0);
    return (units * fontSizeOf(run, textSize)) / 1000;
  });
  return widths.reduce((most, width) => Math.max(most, width + 10), 20);
}

/** Returns a layout box with a marker in its left margin. The marker has the same baseline as the line next to it. */
export function withMarker(mark: LayoutBox, by: number, layoutBox: LayoutBox): LayoutBox {
  const taller = layoutBox.height - mark.height;
  const down = taller > 0 && taller < 24 ? taller * (1 - 0.42 / lineHeight) : 0;
  return {
    ...layoutBox,
    draw(x, y) {
      mark.draw(x + by, y + down);
      layoutBox.draw(x, y);
    },
  };
}

function fallbackPanel(fallback: Run[]): PrintBlock {
  return {
    kind: 'panel',
    bar: colors.line,
    background: colors.shade,
    pieces: [{ kind: 'text', runs: fallback, size: textSize }],
  };
}

/** Returns empty space with a given height. */
export function createGap(height: number): LayoutBox {
  return { height, gap: true, draw: () => {} };
}

/** Rules for laying out lines of text. */
export interface TextRules {
  size: number;
  align: Align;
  width: number;
}

/** Lays out runs, one box per line, up to the remaining number of lines. */
export function textBoxes(layout: LayoutState, runs: readonly Run[], { size, align, width }: TextRules): LayoutBox[] {
  if (layout.lines.left <= 0) return [];
  const rules: LineRules = {
    size,
    width,
    most: layout.lines.left,
    glyphsOf: layout.glyphsOf,
    imageOf: (run) => lineImage(layout, run, { size, width }),
  };
  const lines = breakLines(runs, rules);
  layout.lines.left -= lines.length;
  return lines.map((line) => {
    const left = alignmentOffset(align, width - line.width);
    const height = Math.max(size * lineHeight, line.imageHeight + size * 0.45);
    return { height, draw: (x, y) => drawLine(layout, line, { x: x + left, base: y + height - size * 0.42, size }) };
  });
}

function lineImage(layout: LayoutState, run: Run, { size, width }: { size: number; width: number }): LineImage | null {
  const picture = layout.pictureOf(run.image!);
  if (!picture) return null;
  const height = size * 1.2;
  const asText = { width: (picture.width / picture.height) * height, height };
  const isAsText = run.isLineHeight && asText.width <= width;
  return { file: run.image!, ...(isAsText ? asText : fitPicture(picture, Math.min(width, picture.width))) };
}

function fitPicture(picture: Picture, width: number): { width: number; height: number } {
  const scale = Math.min(width / picture.width, maxPictureHeight / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}

function alignmentOffset(align: Align, rest: number): number {
  return align === 'left' ? 0 : Math.max(0, align === 'center' ? rest / 2 : rest);
}

function drawLine(layout: LayoutState, line: Line, { x, base, size }: { x: number; base: number; size: number }): void {
  const { document } = layout;
  const segments: Segment[] = [];
  let at = x;
  for (const { run, glyphs, image, width } of line.stretches) {
    const own = fontSizeOf(run, size);
    const rise = run.style.raised === 'super' ? size * 0.33 : run.style.raised === 'sub' ? -size * 0.15 : 0;
    const box = { x: at, y: base - own * 0.95, width, height: own * 1.25 };
    if (run.style.background) fillBox(document, { ...box, x: at - 1, width: width + 2 }, run.style.background);
    if (image) layout.pictureOf(image.file)?.draw({ ...image, x: at, y: base - image.height });
    let within = at;
    for (const { font, code, width: advance, fit } of glyphs) {
      const open = segments.at(-1);
      const color = run.style.color ?? colors.text;
      const next: Segment = {
        font,
        size: own,
        code,
        x: within,
        rise,
        color,
        fit,
        ...(fit?.joins && boxDrawingScale(size, own)),
      };
      if (open && within !== at && continuesSegment(open, next)) open.code += code;
      else segments.push(next);
      within += (advance * own) / 1000;
    }
    if (run.style.strike) fillBox(document, { x: at, y: base - own * 0.32, width, height: 0.6 }, colors.text);
    const target = run.target && layout.openable(run.target);
    if (target) linkBox(document, image ? { ...box, y: base - image.height, height: image.height } : box, target);
    at += width;
  }
  drawSegments(document, base, segments);
}

/** Reports whether a segment has the same style as the previous one, so that they can be merged. */
function continuesSegment(open: Segment, next: Segment): boolean {
  const looks = ['font', 'size', 'rise', 'color', 'height'] as const;
  const isFitted = open.fit?.narrowed === next.fit?.narrowed && open.fit?.space === next.fit?.space;
  return isFitted && looks.every((name) => open[name] === next[name]);
}

/**
 * Returns the scale and position of a box-drawing character. In fonts, these characters have the size of a square. They
 * are stretched to the height of the line, so that they connect with the lines above and below.
 */
function boxDrawingScale(size: number, own: number): { height: number; rise: number } {
  const height = (size * lineHeight) / own;
  return { height, rise: size * (lineHeight / 2 - 0.42) - own * height * 0.38 };
}

function withPlaces(layout: LayoutState, layoutBox: LayoutBox, names: string[]): LayoutBox {
  return {
    ...layoutBox,
    draw(x, y) {
      for (const name of names) nameTarget(layout.document, name, y - 8);
      layoutBox.draw(x, y);
    },
  };
}

/** Moves layout boxes to the right. */
export function indented(boxes: LayoutBox[], by: number): LayoutBox[] {
  return boxes.map((layoutBox) => ({
    ...layoutBox,
    draw: (x, y) => layoutBox.draw(x + by, y),
    ...(layoutBox.head && {
      head: { ...layoutBox.head, draw: (x: number, y: number) => layoutBox.head!.draw(x + by, y) },
    }),
  }));
}

function withoutLeadingGap(boxes: LayoutBox[]): LayoutBox[] {
  return boxes[0]?.gap ? boxes.slice(1) : boxes;
}

function withoutTrailingGap(boxes: LayoutBox[]): LayoutBox[] {
  return boxes.at(-1)?.gap ? boxes.slice(0, -1) : boxes;
}
