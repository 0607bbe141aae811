/** Removes comments from HTML, in time linear in its length. A comment without an end stays. */
export function withoutComments(html: string): string {
  let output = '';
  let at = 0;
  for (;;) {
    const start = html.indexOf('<!--', at);
    const end = start === -1 ? undefined : commentEnd(html, start);
    if (end === undefined) return output + html.slice(at);
    output += html.slice(at, start);
    at = end;
  }
}

/**
 * Returns the end of the comment that begins at `start`; `<!-->` and `<!--->` are complete comments. Returns undefined
 * if no comment begins there or if it has no end.
 */
export function commentEnd(html: string, start: number): number | undefined {
  if (!html.startsWith('<!--', start)) return undefined;
  const short = ['<!-->', '<!--->'].find((whole) => html.startsWith(whole, start));
  if (short) return start + short.length;
  const close = html.indexOf('-->', start + '<!--'.length);
  return close === -1 ? undefined : close + '-->'.length;
}

/** Reports whether a text is exactly one comment. */
export function isComment(text: string): boolean {
  return commentEnd(text, 0) === text.length;
}
