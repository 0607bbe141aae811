import { colors, type PrintBlock, plainRun, textPrintBlock } from './blocks/print-blocks.js';
import { missingFamilies } from './fonts/missing.js';
import { isInstalled, packageOf, slicesOf } from './fonts/slices.js';
import type { UsedCharacters } from './fonts/used-characters.js';

/**
 * Returns a note that names the font packages that the text needs but that are not installed; null if none is missing.
 */
export function missingFontsNote(language: string | null, used: UsedCharacters): PrintBlock | null {
  const points = new Set([...used.values()].flatMap((codePoints) => [...codePoints]));
  const hasCharacter = (family: Parameters<typeof slicesOf>[0], point: number) => slicesOf(family, point).length > 0;
  const families = missingFamilies(language, points, { isInstalled, hasCharacter });
  if (families.length === 0) return null;
  const packages = families.map(packageOf).join(', ');
  const text = `This server has no font for some characters, which are shown as \u{FFFD}. Install ${packages}.`;
  return { kind: 'panel', bar: colors.warning, pieces: [textPrintBlock([plainRun(text)])] };
}
