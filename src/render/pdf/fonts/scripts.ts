import type { Family } from './slices.js';

/** Family for Han characters, by language code. */
const byLanguage = new Map<string, Family>([
  ['ja', 'noto-sans-jp'],
  ['ko', 'noto-sans-kr'],
  ['zh', 'noto-sans-sc'],
]);

/** Families for Chinese, Japanese and Korean; their packages are optional. */
export const optionalFamilies: readonly Family[] = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'];

/**
 * Returns the East Asian families, the preferred one first. For Chinese, Japanese and Korean, it depends on the
 * language. For other languages, it is the Japanese family for texts with kana, the Korean one for texts with Hangul,
 * otherwise the Chinese one.
 */
export function eastAsianFamilies(language: string | null, points: ReadonlySet<number>): Family[] {
  const code = (language ?? '').toLowerCase().split(/[-_]/)[0]!;
  const first = byLanguage.get(code) ?? fromText(points);
  return [first, ...optionalFamilies.filter((family) => family !== first)];
}

function fromText(points: ReadonlySet<number>): Family {
  let [kana, hangul] = [0, 0];
  for (const point of points) {
    if (point >= 0x3041 && point <= 0x30fa) kana++;
    if (point >= 0xac00 && point <= 0xd7a3) hangul++;
  }
  if (kana > hangul) return 'noto-sans-jp';
  return hangul > 0 ? 'noto-sans-kr' : 'noto-sans-sc';
}

/** Matches invisible characters: control characters, joiners, direction marks, variation selectors. */
export const invisible = /^[\p{Cc}\p{Default_Ignorable_Code_Point}\u{2028}\u{2029}]$/u;

/** Matches full-width characters, such as East Asian ones and emoji (Unicode, East Asian Width). */
export const fullWidthCharacter =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
