/**
 * Returns a text as one line of at most `most` UTF-16 code units. A longer text is shortened, between words if
 * possible, and ends with an ellipsis.
 */
export function shorten(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '');
  const words = cut.replace(/\s+\S*$/, '');
  return `${(words.length > most / 2 ? words : cut).replace(/[\s,;:–—-]+$/, '')}…`;
}
