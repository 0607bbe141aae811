import type { RunStyle } from '../blocks/print-blocks.js';
import { type EmbeddedFont, type FontChoice, replacement } from './load.js';
import { fullWidthCharacter, invisible } from './scripts.js';
import { type Face, faceOf } from './used-characters.js';

/** Glyph of a character, or the glyphs of a word in a script whose letters are joined. */
export interface Glyph {
  text: string;
  font: EmbeddedFont;
  /** Codes of the glyphs in the font, each with four hexadecimal digits. */
  code: string;
  /** Width in thousandths of the font size. */
  width: number;
  /** Adjustment to a character cell in code, if the width of the glyph differs. */
  fit?: Fit;
}

/**
 * Adjustment of a glyph to its character cell: its horizontal scale, or the space after it in thousandths of the font
 * size.
 */
export interface Fit {
  narrowed: number;
  space: number;
  /** Whether the glyph is a box-drawing character, which must connect with the lines above and below. */
  joins: boolean;
}

/** Splits a text of one style into glyphs. */
export type GlyphsOf = (text: string, style: RunStyle) => Glyph[];

/**
 * Matches the units of text that glyphs are looked up for. Devanagari letters join and change their order, so words are
 * shaped as a whole, in segments of at most 60 letters.
 */
const glyphUnits = /[\u0900-\u097F\uA8E0-\uA8FF\u200C\u200D]{1,60}|./gsu;

/** Returns a function that creates glyphs from the loaded fonts. Each glyph is looked up only once. */
export function glyphMaker(choose: FontChoice): GlyphsOf {
  const known = new Map<Face, Map<string, Glyph | null>>();
  return (text, style) => {
    const face = faceOf(style);
    const faceGlyphs = known.get(face) ?? new Map<string, Glyph | null>();
    known.set(face, faceGlyphs);
    const glyphs: Glyph[] = [];
    for (const [unit] of text.normalize('NFC').matchAll(glyphUnits)) {
      let glyph = faceGlyphs.get(unit);
      if (glyph === undefined) {
        glyph = makeGlyph(unit, (point) => choose(face, point));
        if (glyph && face.startsWith('mono')) glyph = fitToCell(glyph);
        faceGlyphs.set(unit, glyph);
      }
      if (glyph) glyphs.push(glyph);
    }
    return glyphs;
  };
}

/**
 * Returns the glyph of a character. A line break has no glyph but ends the line. A tab becomes four spaces. Invisible
 * characters are omitted.
 */
function makeGlyph(unit: string, choose: (point: number) => EmbeddedFont | null): Glyph | null {
  const space = choose(0x20) ?? choose(replacement.codePointAt(0)!);
  if (unit === '\n' && space) return { text: unit, font: space, code: '', width: 0 };
  if (unit === '\t' && space) return encoded('    ', space);
  if (invisible.test(unit)) return null;
  const font = choose(unit.codePointAt(0)!);
  if (font) return encoded(unit, font);
  const instead = choose(replacement.codePointAt(0)!);
  return instead && { ...encoded(replacement, instead), text: unit };
}

const cell = 600;

/**
 * Fits a glyph to the character cells of code. In code, every character takes one or two cells, because drawings and
 * tables that consist of characters depend on this.
 */
function fitToCell(glyph: Glyph): Glyph {
  const { text, width } = glyph;
  if (width === 0 || text.length > 2 || /^\p{M}|^[ \t]/u.test(text)) return glyph;
  const target = fullWidthCharacter.test(text) ? 2 * cell : cell;
  if (width === target) return glyph;
  const fit = { narrowed: Math.min(1, target / width), space: Math.max(0, target - width) };
  return { ...glyph, width: target, fit: { ...fit, joins: /[\u2500-\u257f]/.test(text) } };
}

function encoded(text: string, font: EmbeddedFont): Glyph {
  const [codes, positions] = font.encode(text);
  return {
    text,
    font,
    code: codes.join(''),
    width: positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
  };
}
