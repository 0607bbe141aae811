import { normalizeLabel } from '../links/targets.js';

/**
 * Returns Markdown as plain text for search, on one line: without markers, tags and addresses, but with code. The
 * result may be approximate, but the time must be proportional to the text for every input.
 * @param labels labels with a definition anywhere on the page, see `labelsOf`
 */
export function plainMarkdown(markdown: string, labels: ReadonlySet<string>): string {
  // Every second part is between fences, so it is code.
  const parts = markdown.split(fence).map((part, index) => (index % 2 === 0 ? plainProse(part, labels) : part));
  return oneLine(parts.join(' '));
}

/** Returns the normalized labels of a text's definitions, `[label]: address`. */
export function labelsOf(markdown: string): Set<string> {
  const definitions = markdown.matchAll(/^[ \t>]*\[(?!\^)([^\]\n]{1,999})\]:/gm);
  return new Set(Array.from(definitions, ([, label]) => normalizeLabel(label!)));
}

const fence = /^[ \t>]*(?:```+[^`\n]*|~~~+[^\n]*)$/m;

type Replacement = [RegExp, string | ((...match: string[]) => string)];

/** Removes markers at the start of lines, and lines without content. */
const blockReplacements: Replacement[] = [
  [/^[ \t]*\[(?!\^)[^\]\n]{1,999}\]:[^\n]*$/gm, ''],
  // Removes only the marker of a footnote, because its content is text.
  [/^[ \t]*\[\^[^\]\n]{1,999}\]:/gm, ''],
  [/^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t])?/gm, ''],
  [/^[ \t|:-]+$/gm, ''],
];

/**
 * Removes markers within lines, in this order. No pattern searches past the next occurrence of its own opening
 * character.
 */
const inlineReplacements: Replacement[] = [
  [
    new RegExp(
      [
        // Matches content without readable text: expressions, icons, mentions (their text is an address) and footnote
        // references.
        /<code class="expression">[^<]*<\/code>|<i class="fa-[^<>]*>[^<]*<\/i>/,
        /\[[^[\]\n]*\]\([^()[\]\n"]*"mention"\)|\[\^[^[\]\s]{1,999}\]/,
        /\{%[^{}%]*%\}|<[!/a-z][^<>]*>/,
      ]
        .map(({ source }) => source)
        .join('|'),
      'gi',
    ),
    (mark) => tagText(mark!),
  ],
  [/\]\((?:[^()\n]*(?:\([^()\n]*\)[^()\n]*)*)\)/g, ']'],
  [/!?(?<!\\)\[|(?<!\\)\]|(?<!\\)(?:[*`~]+|\$\$)|\|/g, (mark) => (mark === '|' ? ' ' : '')],
  [/(?<![\p{L}\p{N}\\])_+|(?<!\\)_+(?![\p{L}\p{N}])/gu, ''],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
  [/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, decodeEntity],
];

/** Returns the inline content of a heading as plain text. */
export function plainInline(source: string): string {
  // Fast path: most headings are plain text.
  return oneLine(/[\\`*_~[\]<{&|!]/.test(source) ? plainInlines(source) : source);
}

function plainProse(markdown: string, labels: ReadonlySet<string>): string {
  return plainInlines(applyReplacements(withoutLabels(markdown, labels), blockReplacements));
}

/** Removes markers, except in inline code. Every second part is between backticks, so it is code. */
function plainInlines(source: string): string {
  const parts = source.split(/(?<!`)`([^`\n]+)`(?!`)/);
  return parts.map((part, index) => (index % 2 === 0 ? applyReplacements(part, inlineReplacements) : part)).join('');
}

/** Replaces `[text][label]` and `[text][]` by `[text]`, if the page defines the label. */
function withoutLabels(markdown: string, labels: ReadonlySet<string>): string {
  if (labels.size === 0) return markdown;
  return markdown.replace(/(?<!\\)\]\[([^[\]]{0,999})\](?!\()/g, (mark, label: string) =>
    label === '' || labels.has(normalizeLabel(label)) ? ']' : mark,
  );
}

function applyReplacements(text: string, replacements: Replacement[]): string {
  return replacements.reduce((before, [pattern, by]) => before.replace(pattern, by as string), text);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Matches tags that do not separate words: `H<sub>2</sub>O` is one word. */
const withinWords = /^<\/?(?:a|b|code|del|em|i|kbd|mark|s|span|strong|sub|sup)[\s>]/i;

/** Returns the text that replaces a tag: the title of a tab or a step. */
function tagText(tag: string): string {
  if (tag.startsWith('[')) return '';
  if (tag.startsWith('<')) return withinWords.test(tag) ? '' : ' ';
  return `\n${/\stitle="([^"]*)"/.exec(tag)?.[1] ?? ''}\n`;
}

const entities = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }));

function decodeEntity(...[, decimal, hexadecimal, name]: string[]): string {
  if (name) return entities.get(name.toLowerCase()) ?? ' ';
  const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hexadecimal!, 16);
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : ' ';
}
