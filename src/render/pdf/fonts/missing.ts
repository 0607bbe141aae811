import { eastAsianFamilies, optionalFamilies } from './scripts.js';
import type { Family } from './slices.js';

/** Which families can be used. */
export interface Fonts {
  isInstalled(family: Family): boolean;
  /** Whether a family of those that are installed may have a character. */
  hasCharacter(family: Family, point: number): boolean;
}

/**
 * Families that are not installed and would print characters that no installed one has: for Hangul the Korean one, for kana
 * the Japanese one, for Han characters the one that the language prefers.
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
