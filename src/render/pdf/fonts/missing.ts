import { eastAsianFamilies, optionalFamilies } from './scripts.js';
import type { Family } from './slices.js';

/** Available font families. */
export interface Fonts {
  isInstalled(family: Family): boolean;
  /** Reports whether an installed family may contain a character. */
  hasCharacter(family: Family, point: number): boolean;
}

/**
 * Returns the families to install for characters that no installed family contains. Hangul needs the Korean family, and
 * kana the Japanese one. Han characters need the family that the language prefers.
 */
export function missingFamilies(language: string | null, points: ReadonlySet<number>, fonts: Fonts): Family[] {
  const installed = optionalFamilies.filter(fonts.isInstalled);
  if (installed.length === optionalFamilies.length) return [];
  const isPrinted = (point: number) => installed.some((family) => fonts.hasCharacter(family, point));
  const [preferred] = eastAsianFamilies(language, points);
  const needed = new Set<Family>();
  for (const point of points) {
    const family = familyOf(String.fromCodePoint(point), preferred!);
    if (family && !needed.has(family) && !isPrinted(point)) needed.add(family);
  }
  return [...needed].filter((family) => !fonts.isInstalled(family));
}

function familyOf(character: string, han: Family): Family | null {
  if (/\p{Script=Hangul}/u.test(character)) return 'noto-sans-kr';
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)) return 'noto-sans-jp';
  return /[\p{Script=Han}\p{Script=Bopomofo}]/u.test(character) ? han : null;
}
