import { normalizeLabel } from '../links/targets.js';

/**
 * Markdown as the text that people read: without markers, tags and addresses, in one line; code stays. For search only:
 * it need not be exact, but its time must be in proportion to the text, whatever that holds.
 * @param labels those that the whole page gives an address, see `labelsOf`.
 */
export function plainMarkdown(markdown: string, labels: ReadonlySet<string>): string {
  // Every second part stands between fences.
  const parts = markdown.split(fence).map((part, index) => (index % 2 === 0 ? plainProse(part, labels) : part));
  return oneLine(parts.join(' '));
}

/** The labels that a text gives an address, `[label]: address`, as they are compared. */
export function labelsOf(markdown: string): Set<string> {
  const definitions = markdown.matchAll(/^[ \t>]*\[(?!\^)([^\]\n]{1,999})\]:/gm);
  return new Set(Array.from(definitions, ([, label]) => normalizeLabel(label!)));
}

const fence = /^[ \t>]*(?:```+[^`\n]*|~~~+[^\n]*)$/m;

type Replacement = [RegExp, string | ((...match: string[]) => string)];

/** Marks at the start of lines, and lines that say nothing. */
const ofBlocks: Replacement[] = [
  [/^[ \t]*\[(?!\^)[^\]\n]{1,999}\]:[^\n]*$/gm, ''],
  // What a footnote says is text.
  [/^[ \t]*\[\^[^\]\n]{1,999}\]:/gm, ''],
  [/^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t])?/gm, ''],
  [/^[ \t|:-]+$/gm, ''],
];

/** Marks within lines, in this order. No pattern looks past its own next opening character. */
const ofInlines: Replacement[] = [
  [
    new RegExp(
      [
        // What has no text to read: expressions, icons, mentions (their text is an address) and footnote references.
        /<code class="expression">[^<]*<\/code>|<i class="fa-[^<>]*>[^<]*<\/i>/,
        /\[[^[\]\n]*\]\([^()[\]\n"]*"mention"\)|\[\^[^[\]\s]{1,999}\]/,
        /\{%[^{}%]*%\}|<[!/a-z][^<>]*>/,
      ]
        .map(({ source }) => source)
        .join('|'),
      'gi',
    ),
    (mark) => titleOf(mark!),
  ],
  [/\]\((?:[^()\n]*(?:\([^()\n]*\)[^()\n]*)*)\)/g, ']'],
  [/!?(?<!\\)\[|(?<!\\)\]|(?<!\\)(?:[*`~]+|\$\$)|\|/g, (mark) => (mark === '|' ? ' ' : '')],
  [/(?<![\p{L}\p{N}\\])_+|(?<!\\)_+(?![\p{L}\p{N}])/gu, ''],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
  [/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, decodeEntity],
];

/** The inline content of a heading as the text that people read. */
export function plainInline(source: string): string {
  // Most headings are plain already.
  return oneLine(/[\\`*_~[\]<{&|!]/.test(source) ? plainInlines(source) : source);
}

function plainProse(markdown: string, labels: ReadonlySet<string>): string {
  return plainInlines(replaced(withoutLabels(markdown, labels), ofBlocks));
}

/** Code within a line stays as it is written: every second part stands between backticks. */
function plainInlines(source: string): string {
  const parts = source.split(/(?<!`)`([^`\n]+)`(?!`)/);
  return parts.map((part, index) => (index % 2 === 0 ? replaced(part, ofInlines) : part)).join('');
}

/** `[text][label]` and `[text][]` as `[text]`, where the page says what the label stands for. */
function withoutLabels(markdown: string, labels: ReadonlySet<string>): string {
  if (labels.size === 0) return markdown;
  return markdown.replace(/(?<!\\)\]\[([^[\]]{0,999})\](?!\()/g, (mark, label: string) =>
    label === '' || labels.has(normalizeLabel(label)) ? ']' : mark,
  );
}

function replaced(text: string, replacements: Replacement[]): string {
  return replacements.reduce((before, [pattern, by]) => before.replace(pattern, by as string), text);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Tags within words: `H<sub>2</sub>O` is one. */
const withinWords = /^<\/?(?:a|b|code|del|em|i|kbd|mark|s|span|strong|sub|sup)[\s>]/i;

/** What a tag shows: the title of a tab or a step. */
function titleOf(tag: string): string {
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
