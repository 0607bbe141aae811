/**
 * Matches Han, kana and East Asian punctuation. A line may break before and after these characters. Korean text breaks
 * only at spaces.
 */
const eastAsian =
  /^[\u2E80-\u2FDF\u3000-\u30FF\u3105-\u312F\u31A0-\u31FF\u3200-\u9FFF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF\u{20000}-\u{3FFFF}]/u;

/** Characters that must not begin a line: closing brackets, full stops, small kana, length and iteration marks. */
const neverFirst = new Set(
  '、。，．・：；？！）］｝〕〉》」』】〙〗〟’”ーぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ々〻ゝゞヽヾ…‥％‰℃,.!?:;)]}%',
);

/** Characters that must not end a line: opening brackets. */
const neverLast = new Set('（［｛〔〈《「『【〘〖〝‘“([{');

/** Characters in addresses and compound words. A line may break after them. */
const softEnd = new Set('-‐–—\u{200B}');

/** Reports whether a line may break between two characters. A space belongs to the line before it. */
export function mayBreak(before: string, after: string): boolean {
  if (after === ' ') return false;
  if (before === ' ') return true;
  if (after === '/') return /[\p{L}\p{N}]/u.test(before);
  if (softEnd.has(before)) return !softEnd.has(after) && !/^\d/.test(after);
  if (neverFirst.has(after) || neverLast.has(before)) return false;
  return eastAsian.test(before) || eastAsian.test(after) || before === '\u{FFFC}';
}
