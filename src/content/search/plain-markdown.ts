/**
 * Markdown as the text that people read: without markers, tags and addresses, in one line; code stays. For search only:
 * it need not be exact, but its time must be in proportion to the text, whatever that holds.
 */
export function plainMarkdown(markdown: string): string {
  // Every second part stands between fences.
  const parts = markdown.split(fence).map((part, index) => (index % 2 === 0 ? plainProse(part) : part));
  return oneLine(parts.join(' '));
}

const fence = /^[ \t>]*(?:```+[^`\n]*|~~~+[^\n]*)$/m;

type Replacement = [RegExp, string | ((...match: string[]) => string)];

/** Marks at the start of lines, and lines that say nothing. */
const ofBlocks: Replacement[] = [
  [/^[ \t]*\[[^\]\n]{1,999}\]:[^\n]*$/gm, ''],
  [/^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t])?/gm, ''],
  [/^[ \t|:-]+$/gm, ''],
];

/** Marks within lines, in this order. No pattern looks past its own next opening character. */
const ofInlines: Replacement[] = [
  [/(?<!`)`[^`\n]+`(?!`)|\{%[^{}%]*%\}|<[!/a-z][^<>]*>/gi, (mark) => (mark!.startsWith('`') ? mark! : titleOf(mark!))],
  [/\]\((?:[^()\n]*(?:\([^()\n]*\)[^()\n]*)*)\)/g, ']'],
  [/!?(?<!\\)\[|(?<!\\)\]|(?<!\\)[*`~]+|\|/g, (mark) => (mark === '|' ? ' ' : '')],
  [/(?<![\p{L}\p{N}\\])_+|(?<!\\)_+(?![\p{L}\p{N}])/gu, ''],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
  [/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, decodeEntity],
];

/** The inline content of a heading as the text that people read. */
export function plainInline(source: string): string {
  // Most headings are plain already.
  return oneLine(/[\\`*_~[\]<{&|!]/.test(source) ? replaced(source, ofInlines) : source);
}

function plainProse(markdown: string): string {
  return replaced(replaced(markdown, ofBlocks), ofInlines);
}

function replaced(text: string, replacements: Replacement[]): string {
  return replacements.reduce((before, [pattern, by]) => before.replace(pattern, by as string), text);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** What a tag shows: the title of a tab or a step. */
function titleOf(tag: string): string {
  return tag.startsWith('<') ? ' ' : `\n${/\stitle="([^"]*)"/.exec(tag)?.[1] ?? ''}\n`;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntity(...[, decimal, hexadecimal, name]: string[]): string {
  if (name) return entities[name.toLowerCase()] ?? ' ';
  const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hexadecimal!, 16);
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : ' ';
}
