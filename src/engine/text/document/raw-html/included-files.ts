/**
 * Matches mdBook's syntax for including a part of a file: `{{#include listing.rs:5:10}}`. After a backslash, it is
 * text.
 */
const directive =
  /(?<!\\)\{\{#(?:include|rustdoc_include|playground)[ \t]+([^\s:{}]+)(?::([^\s{}]*))?(?:[ \t][^{}]*)?\}\}/g;

/** Maximum length of the included text of a page, in characters. Further inclusions stay text. */
const maxIncludedLength = 200_000;

/** Maximum number of files that a page may include. Each file is read as a whole. */
const maxFiles = 100;

/** Returns the distinct paths of the files that a page includes, as written in the page; at most 100. */
export function includedPaths(markdown: string): string[] {
  if (!markdown.includes('{{#')) return [];
  return [...new Set(Array.from(markdown.matchAll(directive), ([, path = '']) => path))].slice(0, maxFiles);
}

/** Returns a page with the text of its included files. Inclusions of unknown files stay text. */
export function withIncludedFiles(markdown: string, texts: ReadonlyMap<string, string>): string {
  let left = maxIncludedLength;
  return markdown.replace(directive, (written: string, path: string, part: string | undefined) => {
    const text = texts.get(path);
    const lines =
      text === undefined ? undefined : selectLines(text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n'), part);
    const included = lines?.join('\n');
    if (included === undefined || included.length > left) return written;
    left -= included.length;
    return included;
  });
}

/**
 * Returns a part of a file's lines: all, `5`, `5:`, `:10` or `5:10` (from 1), or those between the comments `ANCHOR:
 * name` and `ANCHOR_END: name`.
 */
function selectLines(lines: readonly string[], part = ''): string[] {
  const [, from, colon, to] = /^(\d*)(:?)(\d*)$/.exec(part) ?? [];
  if (from === undefined) return linesBetweenAnchors(lines, part);
  const first = Number(from || 1);
  const last = to ? Number(to) : colon || !from ? lines.length : first;
  return lines.slice(Math.max(0, first - 1), last).filter((line) => !isAnchor(line));
}

function linesBetweenAnchors(lines: readonly string[], name: string): string[] {
  const at = (mark: string) => lines.findIndex((line) => line.trimEnd().endsWith(`${mark}: ${name}`));
  const [start, end] = [at('ANCHOR'), at('ANCHOR_END')];
  return start === -1 ? [] : lines.slice(start + 1, end === -1 ? lines.length : end).filter((line) => !isAnchor(line));
}

function isAnchor(line: string): boolean {
  return /\bANCHOR(?:_END)?:\s*[\w-]+\s*$/.test(line);
}
