/** Replaces words in braces, such as `{country}`, by their values. Leaves unknown ones, such as tags, unchanged. */
export function fillTemplate(text: string, words: { [word: string]: string }): string {
  return text.replace(/\{(\w+)\}/g, (written, word: string) => words[word] ?? written);
}
