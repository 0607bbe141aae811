/**
 * Replaces control characters with spaces. Users choose titles, names and addresses, and control characters in them could
 * change the output of the terminal.
 */
export function replaceControlCharacters(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ');
}
