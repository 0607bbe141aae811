/**
 * Writes one line of text so that Markdown shows just that, wherever in a paragraph, heading or cell it is put: characters
 * that mean something anywhere are escaped, others only where they stand first or make a list of it.
 */
export function escapeMarkdown(text: string): string {
  const escaped = text
    .replace(/[\\`*_~[\]<>&|#${}]/g, '\\$&')
    // What could open an emoji.
    .replace(/(?<![A-Za-z\d]):(?=[a-z\d_+-]+:)/g, '\\:')
    .replace(/^[!"%'()+,\-./:;=?@^]/, '\\$&')
    .replace(/^(\d+)(?=[.)](?:\s|$))/, '$1\\');
  return escaped.replace(/^ | $/g, '&#x20;');
}
