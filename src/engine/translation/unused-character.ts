/** A character for private use that a text has not: it can stand for something in it. */
export function unusedCharacter(text: string): string {
  for (let code = 0xe000; ; code++) {
    const character = String.fromCharCode(code);
    if (!text.includes(character)) return character;
  }
}
