import type { Family } from './slices.js';

/** Which family's shapes Han characters get, by the language's code. */
const byLanguage = new Map<string, Family>([
  ['ja', 'noto-sans-jp'],
  ['ko', 'noto-sans-kr'],
  ['zh', 'noto-sans-sc'],
]);

/** The families of Chinese, Japanese and Korean; their packages are optional. */
export const optionalFamilies: readonly Family[] = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'];

/**
 * The East Asian families, the preferred one first: that of the language; where it is none of these, Japanese for texts
 * with kana, Korean for texts with Hangul, else Chinese.
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

/** Characters that show nothing: controls, joiners, marks of direction, selectors of variants. */
export const invisible = /^[\p{Cc}\p{Default_Ignorable_Code_Point}\u{2028}\u{2029}]$/u;

/** Characters of East Asia and emoji, which take two cells in code (Unicode, East Asian Width). */
export const takesTwoCells =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
