import { createRequire } from 'node:module';
import type { Face, Used } from './collect.js';
import { eastAsianFamilies, invisible } from './scripts.js';
import { type Family, readSlice, type Slice, slicesOf } from './slices.js';

/** subset-font, which has no types: reduces a font to the characters of a text; axes that are given a value are fixed. */
const subsetFont = createRequire(import.meta.url)('subset-font') as (
  font: Uint8Array,
  text: string,
  options: { targetFormat: 'sfnt'; variationAxes: Record<string, number>; noHinting: boolean; dropTables?: string[] },
) => Promise<Buffer>;

/** A font as the PDF holds it: what of pdfkit's own fonts is used here. */
export interface EmbeddedFont {
  id: string;
  /** Glyphs as four hexadecimal digits each, and their widths in thousandths of the size. */
  encode(text: string): [glyphs: string[], positions: { advanceWidth: number }[]];
  ref(): unknown;
  font: { hasGlyphForCodePoint(point: number): boolean };
}

/** Puts a font into the PDF. */
export type Embed = (bytes: Uint8Array) => EmbeddedFont;

/** Which font prints a character of a face. */
export type FontChoice = (face: Face, point: number) => EmbeddedFont | null;

/**
 * Different characters that a PDF prints; a space of Chinese has some thousands, and taking each from its font costs time.
 * The first ones have them, and those of Latin scripts always.
 */
const mostCharacters = 8_000;
const latinEnd = 0x250;
const ellipsis = '…'.codePointAt(0)!;

/** Stands for characters that no font has. */
export const replacement = '\u{FFFD}';

/**
 * Loads what fonts the characters need: per face, character by character, the first family that has it; each slice of a
 * family becomes a static font of just the characters in use.
 */
export async function loadFonts(used: Used, language: string | null, embed: Embed): Promise<FontChoice> {
  let left = mostCharacters;
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
        for (const point of own) if (has(font, point)) fonts.set(point, font);
      }
      missing = missing.filter((point) => !fonts.has(point));
    }
  }
  return fonts;
}

/** A slice that had none of the characters is left without a table of them, which fontkit refuses. */
function has({ font }: EmbeddedFont, point: number): boolean {
  try {
    return font.hasGlyphForCodePoint(point);
  } catch {
    return false;
  }
}

/** The characters by the slice that is asked for them at an attempt: first the first that may have them, then the next. */
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

/** Scripts whose letters change with their neighbours keep the tables for that; others go without, and stay fast. */
const shaped = new Set(['devanagari']);

async function subset(slice: Slice, face: Face, points: readonly number[]): Promise<Uint8Array> {
  const [, slant, weight] = face.split('-');
  return subsetFont(readSlice(slice, slant === 'italic'), String.fromCodePoint(...points), {
    targetFormat: 'sfnt',
    variationAxes: { wght: Number(weight) },
    noHinting: true,
    ...(!shaped.has(slice.name) && { dropTables: ['GSUB', 'GPOS', 'GDEF'] }),
  });
}
