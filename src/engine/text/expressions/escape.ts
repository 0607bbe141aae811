/**
 * Escapes one line of text for any position in a paragraph, heading or cell, so that Markdown displays it unchanged.
 * Some characters are always escaped, others only at the start or if they would begin a list.
 */
export function escapeMarkdown(text: string): string {
  const escaped = text
    .replace(/[\\`*_~[\]<>&|#${}]/g, '\\$&')
    // Escapes colons that could begin an emoji.
    .replace(/(?<![A-Za-z\d]):(?=[a-z\d_+-]+:)/g, '\\:')
    .replace(/^[!"%'()+,\-./:;=?@^]/, '\\$&')
    .replace(/^(\d+)(?=[.)](?:\s|$))/, '$1\\');
  return escaped.replace(/^ | $/g, '&#x20;');
}
