/** A sentence and where it stands in its text, in UTF-16 code units. */
export interface Sentence {
  text: string;
  start: number;
  end: number;
}

/** Of a message so much is read, and so many sentences. */
const most = { characters: 20_000, sentences: 200 };

// A run of marks is tried once, from its first.
const ends = /(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s|$)|[。！？]+[」』]?|\n+/gu;

/** Blocks of code and what is cited of earlier mails: nobody says them. */
const unsaid = /^(?:```|~~~)[^\n]*\n[\s\S]*?(?:^(?:```|~~~)[^\n]*$|$(?![\s\S]))|^[ \t]*>[^\n]*$/gmu;

/** The sentences of a message, in its order; lines end them too. Code and citations are left out. */
export function sentencesOf(message: string): Sentence[] {
  // Blanks of the same length keep every place.
  const said = message
    .slice(0, most.characters)
    .replaceAll('\r', ' ')
    .replace(unsaid, (text) => text.replace(/[^\n]/g, ' '));
  const sentences: Sentence[] = [];
  let start = 0;
  for (const { 0: mark, index } of [...said.matchAll(ends), { 0: '', index: said.length }]) {
    const end = index + mark.length;
    const piece = said.slice(start, end);
    const text = piece.trim();
    const from = start + piece.length - piece.trimStart().length;
    if (text) sentences.push({ text, start: from, end: from + text.length });
    start = end;
    if (sentences.length >= most.sentences) break;
  }
  return sentences;
}
