import type { Run } from './blocks/print-blocks.js';
import type { Glyph, GlyphsOf } from './fonts/glyphs.js';
import { mayBreak } from './line-breaks.js';

/** An inline image. Sizes are in points. */
export interface LineImage {
  file: string;
  width: number;
  height: number;
}

/** A part of a line in one style: either glyphs or an image. */
interface StyledSegment {
  run: Run;
  glyphs: Glyph[];
  image?: LineImage;
  width: number;
}

/** A line of text. */
export interface Line {
  stretches: StyledSegment[];
  width: number;
  /** Height of the tallest image in the line; 0 if the line has none. */
  imageHeight: number;
}

/** Rules for breaking text into lines. */
export interface LineRules {
  size: number;
  width: number;
  /** Maximum number of lines; the remaining text is omitted. */
  most: number;
  glyphsOf: GlyphsOf;
  /** Returns the image of a run, scaled to fit the width; null if it cannot be shown. */
  imageOf(run: Run): LineImage | null;
}

interface LineItem {
  run: Run;
  glyph?: Glyph;
  image?: LineImage;
  width: number;
}

/**
 * Breaks runs into lines of a given width, in one pass. A word that is wider than a line is broken at the end of the
 * line.
 */
export function breakLines(runs: readonly Run[], rules: LineRules): Line[] {
  const lines: Line[] = [];
  let atoms: LineItem[] = [];
  let [width, breakAt, widthAtBreak] = [0, 0, 0];
  const end = (count: number, widthThere: number): void => {
    lines.push(buildLine(atoms.slice(0, count)));
    atoms = atoms.slice(count);
    [width, breakAt, widthAtBreak] = [width - widthThere, 0, 0];
  };
  for (const atom of lineItems(runs, rules)) {
    if (lines.length >= rules.most) return lines;
    if (atom.glyph?.text === '\n') {
      end(atoms.length, width);
      continue;
    }
    const before = atoms.at(-1);
    if (before && mayBreak(itemText(before), itemText(atom))) [breakAt, widthAtBreak] = [atoms.length, width];
    // A space may extend beyond the end of a line, so only other items start a new line.
    if (width + atom.width > rules.width + 0.01 && atoms.length > 0 && itemText(atom) !== ' ') {
      if (breakAt > 0) end(breakAt, widthAtBreak);
      if (width + atom.width > rules.width + 0.01 && atoms.length > 0) end(atoms.length, width);
    }
    atoms.push(atom);
    width += atom.width;
  }
  if (atoms.length > 0 || lines.length === 0) end(atoms.length, width);
  return lines;
}

/** Returns the font size of a run, given the font size of its paragraph. */
export function fontSizeOf({ style }: Run, size: number): number {
  if (style.raised) return size * 0.68;
  return style.mono ? size * 0.92 : size;
}

function* lineItems(runs: readonly Run[], { size, glyphsOf, imageOf }: LineRules): Generator<LineItem> {
  for (const run of runs) {
    const image = run.image === undefined ? null : imageOf(run);
    if (image) yield { run, image, width: image.width };
    else {
      const scale = fontSizeOf(run, size) / 1000;
      for (const glyph of glyphsOf(run.text, run.style)) yield { run, glyph, width: glyph.width * scale };
    }
  }
}

function itemText({ glyph }: LineItem): string {
  return glyph?.text ?? '\u{FFFC}';
}

function buildLine(atoms: LineItem[]): Line {
  let last = atoms.length;
  while (last > 0 && itemText(atoms[last - 1]!) === ' ') last--;
  const stretches: StyledSegment[] = [];
  let [width, imageHeight] = [0, 0];
  for (const { run, glyph, image, width: own } of atoms.slice(0, last)) {
    const open = stretches.at(-1);
    if (image) stretches.push({ run, glyphs: [], image, width: own });
    else if (glyph && open?.run === run && !open.image) {
      open.glyphs.push(glyph);
      open.width += own;
    } else if (glyph) stretches.push({ run, glyphs: [glyph], width: own });
    width += own;
    imageHeight = Math.max(imageHeight, image?.height ?? 0);
  }
  return { stretches, width, imageHeight };
}
