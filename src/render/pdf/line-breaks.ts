/** Han, kana and the punctuation of East Asia, between which lines may break; Korean breaks at spaces. */
const eastAsian =
  /^[\u2E80-\u2FDF\u3000-\u30FF\u3105-\u312F\u31A0-\u31FF\u3200-\u9FFF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF\u{20000}-\u{3FFFF}]/u;

/** What no line begins with: closing brackets, stops, small kana, marks of sound and repetition. */
const neverFirst = new Set(
  '、。，．・：；？！）］｝〕〉》」』】〙〗〟’”ーぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ々〻ゝゞヽヾ…‥％‰℃,.!?:;)]}%',
);

/** What no line ends with: opening brackets. */
const neverLast = new Set('（［｛〔〈《「『【〘〖〝‘“([{');

/** Signs of addresses and compounds, behind which a line may break. */
const softEnd = new Set('-‐–—\u{200B}');

/** Whether a line may end between two characters; a space belongs to the line before. */
export function mayBreak(before: string, after: string): boolean {
  if (after === ' ') return false;
  if (before === ' ') return true;
  if (after === '/') return /[\p{L}\p{N}]/u.test(before);
  if (softEnd.has(before)) return !softEnd.has(after) && !/^\d/.test(after);
  if (neverFirst.has(after) || neverLast.has(before)) return false;
  return eastAsian.test(before) || eastAsian.test(after) || before === '\u{FFFC}';
}
