import { createRequire } from 'node:module';
import { eastAsianFamilies, invisible } from './scripts.js';
import { type Family, readSlice, type Slice, slicesOf } from './slices.js';
import type { Face, UsedCharacters } from './used-characters.js';

/**
 * Function of subset-font, a package without types. It reduces a font to the characters of a text, and fixes the given
 * variation axes.
 */
const subsetFont = createRequire(import.meta.url)('subset-font') as (
  font: Uint8Array,
  text: string,
  options: { targetFormat: 'sfnt'; variationAxes: Record<string, number>; noHinting: boolean; dropTables?: string[] },
) => Promise<Buffer>;

/** A font in the PDF, with the members of pdfkit's fonts that are used here. */
export interface EmbeddedFont {
  id: string;
  /** Returns glyphs as four hexadecimal digits each, and their widths in thousandths of the font size. */
  encode(text: string): [glyphs: string[], positions: { advanceWidth: number }[]];
  ref(): unknown;
  font: { hasGlyphForCodePoint(point: number): boolean };
}

/** Adds a font to the PDF. */
export type Embed = (bytes: Uint8Array) => EmbeddedFont;

/** Returns the font that prints a character in a face; null if no font has the character. */
export type FontChoice = (face: Face, point: number) => EmbeddedFont | null;

/**
 * Maximum number of different characters in a PDF. A Chinese space has some thousands, and each of them increases the
 * time to create the subset. Further characters are not printed, except those of Latin scripts.
 */
const maxCharacters = 8_000;
const latinEnd = 0x250;
const ellipsis = '…'.codePointAt(0)!;

/** Character that is printed instead of characters that no font contains. */
export const replacement = '\u{FFFD}';

/**
 * Loads the fonts for the characters. For each face and character, uses the first family that contains the character.
 * Each slice (font file) of a family becomes a static font with only the used characters.
 */
export async function loadFonts(used: UsedCharacters, language: string | null, embed: Embed): Promise<FontChoice> {
  let left = maxCharacters;
  const isPrinted = (point: number): boolean => point < latinEnd || left-- > 0;
  const all = new Set([...used.values()].flatMap((points) => [...points]));
  const eastAsian = eastAsianFamilies(language, all);
  const chosen = new Map<Face, Map<number, EmbeddedFont>>();
  for (const [face, wanted] of used) {
    const points = new Set([...wanted].filter(isPrinted)).add(replacement.codePointAt(0)!).add(ellipsis);
    const families = [...(face.startsWith('mono') ? (['noto-sans-mono'] as const) : []), 'noto-sans' as const];
    chosen.set(face, await loadFace({ face, points, families: [...families, ...eastAsian, 'noto-emoji'], embed }));
  }
  return (face, point) => chosen.get(face)?.get(point) ?? null;
}

interface Request {
  face: Face;
  points: ReadonlySet<number>;
  families: readonly Family[];
  embed: Embed;
}

async function loadFace({ face, points, families, embed }: Request): Promise<Map<number, EmbeddedFont>> {
  const fonts = new Map<number, EmbeddedFont>();
  let missing = [...points].filter((point) => !invisible.test(String.fromCodePoint(point))).sort((a, b) => a - b);
  for (const family of families) {
    for (let attempt = 0; ; attempt++) {
      const slices = bySlice(family, missing, attempt);
      if (slices.size === 0) break;
      for (const [name, own] of slices) {
        const font = embed(await subset({ family, name }, face, own));
        for (const point of own) if (hasGlyph(font, point)) fonts.set(point, font);
      }
      missing = missing.filter((point) => !fonts.has(point));
    }
  }
  return fonts;
}

/**
 * Reports whether a font contains a character. If a slice contains none of the characters, its font has no character
 * table, and fontkit throws.
 */
function hasGlyph({ font }: EmbeddedFont, point: number): boolean {
  try {
    return font.hasGlyphForCodePoint(point);
  } catch {
    return false;
  }
}

/**
 * Groups characters by the slice to try next. In attempt 0 this is the first slice that may contain the character, in
 * attempt 1 the second one, and so on.
 */
function bySlice(family: Family, points: readonly number[], attempt: number): Map<string, number[]> {
  const slices = new Map<string, number[]>();
  for (const point of points) {
    const slice = slicesOf(family, point)[attempt];
    const own = slice && slices.get(slice.name);
    if (own) own.push(point);
    else if (slice) slices.set(slice.name, [point]);
  }
  return slices;
}

/**
 * Scripts whose slices keep their shaping tables, because the form of a letter depends on its neighbors. Other slices
 * are faster without the tables.
 */
const shapedSlices = new Set(['devanagari']);

async function subset(slice: Slice, face: Face, points: readonly number[]): Promise<Uint8Array> {
  const [, slant, weight] = face.split('-');
  return subsetFont(readSlice(slice, slant === 'italic'), String.fromCodePoint(...points), {
    targetFormat: 'sfnt',
    variationAxes: { wght: Number(weight) },
    noHinting: true,
    ...(!shapedSlices.has(slice.name) && { dropTables: ['GSUB', 'GPOS', 'GDEF'] }),
  });
}
