/** A sentence and its position in the text, in UTF-16 code units. */
export interface Sentence {
  text: string;
  start: number;
  end: number;
}

/** Maximum number of characters to read, and of sentences to return, per message. */
const limits = { characters: 20_000, sentences: 200 };

// The lookbehind prevents a match that begins within a run of punctuation marks, which would take quadratic time.
const sentenceEnds = /(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s|$)|[。！？]+[」』]?|\n+/gu;

/** Matches code blocks and quoted lines of earlier emails, which are not part of the message. */
const codeOrQuote = /^(?:```|~~~)[^\n]*\n[\s\S]*?(?:^(?:```|~~~)[^\n]*$|$(?![\s\S]))|^[ \t]*>[^\n]*$/gmu;

/** Returns the sentences of a message, in order. A line break also ends a sentence. Omits code and quoted lines. */
export function sentencesOf(message: string): Sentence[] {
  // Blanks replace the excluded parts, so that all offsets stay valid.
  const prose = message
    .slice(0, limits.characters)
    .replaceAll('\r', ' ')
    .replace(codeOrQuote, (text) => text.replace(/[^\n]/g, ' '));
  const sentences: Sentence[] = [];
  let start = 0;
  for (const { 0: mark, index } of [...prose.matchAll(sentenceEnds), { 0: '', index: prose.length }]) {
    const end = index + mark.length;
    const piece = prose.slice(start, end);
    const text = piece.trim();
    const from = start + piece.length - piece.trimStart().length;
    if (text) sentences.push({ text, start: from, end: from + text.length });
    start = end;
    if (sentences.length >= limits.sentences) break;
  }
  return sentences;
}
