/** A sentence and its position in the text, in UTF-16 code units. */
export interface Sentence {
  text: string;
  start: number;
  end: number;
}

/** Maximum number of characters read, and of sentences returned, per message. */
const most = { characters: 20_000, sentences: 200 };

// The lookbehind makes a run of marks match only from its first, which avoids quadratic time.
const ends = /(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s|$)|[。！？]+[」』]?|\n+/gu;

/** Code blocks and quoted lines of earlier emails, which are not part of the message. */
const unsaid = /^(?:```|~~~)[^\n]*\n[\s\S]*?(?:^(?:```|~~~)[^\n]*$|$(?![\s\S]))|^[ \t]*>[^\n]*$/gmu;

/**
 * Returns the sentences of a message, in order. A line break also ends a sentence. Code and quoted lines are left out.
 */
export function sentencesOf(message: string): Sentence[] {
  // Excluded parts are replaced by blanks of the same length, so that all offsets stay valid.
  const prose = message
    .slice(0, most.characters)
    .replaceAll('\r', ' ')
    .replace(unsaid, (text) => text.replace(/[^\n]/g, ' '));
  const sentences: Sentence[] = [];
  let start = 0;
  for (const { 0: mark, index } of [...prose.matchAll(ends), { 0: '', index: prose.length }]) {
    const end = index + mark.length;
    const piece = prose.slice(start, end);
    const text = piece.trim();
    const from = start + piece.length - piece.trimStart().length;
    if (text) sentences.push({ text, start: from, end: from + text.length });
    start = end;
    if (sentences.length >= most.sentences) break;
  }
  return sentences;
}
