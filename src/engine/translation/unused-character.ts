/** Returns a private-use character that does not occur in a text, for use as a placeholder. */
export function unusedCharacter(text: string): string {
  for (let code = 0xe000; ; code++) {
    const character = String.fromCharCode(code);
    if (!text.includes(character)) return character;
  }
}
