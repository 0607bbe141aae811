import { parseEmoji } from '../../base/emoji/emoji.js';
import { ContentError, type Page } from '../../base/types.js';
import { parseExpression } from '../../text/expressions/parse.js';
import { conditionVocabulary } from '../../text/expressions/vocabulary.js';
import { storedFields } from '../../tree/pages/field-names.js';
import type { FrontMatterChange } from '../../tree/pages/text.js';
import { checkText } from './page-rules.js';

/** The fields of `RevisionPageUpdate`. An absent field does not change; an empty text or false removes the field. */
export interface PageFields {
  /** Title on one line, with at least one character; it cannot be removed. */
  title?: string;
  /** Link title on one line; an empty text removes it. */
  linkTitle?: string;
  /** Last segment of the path; characters that are not allowed become `-`. If empty, it is derived from the title. */
  slug?: string;
  emoji?: string;
  icon?: string;
  description?: string;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  condition?: string;
}

const texts = ['title', 'linkTitle', 'slug', 'emoji', 'icon', 'description', 'condition'] as const;

/**
 * Rejects fields that break a rule.
 * @throws ContentError naming the field: an empty title, or a line break in the title or link title. Also for an
 * `emoji` that is not exactly one emoji, a condition that is not a valid expression, NUL or lone surrogates.
 */
export function checkFields(fields: PageFields, pointer: string): void {
  for (const name of texts) {
    const text = fields[name];
    if (text !== undefined) checkText(name, text, `${pointer}/${name}`);
  }
  if (fields.emoji) checkEmoji(fields.emoji, `${pointer}/emoji`);
  if (fields.condition) checkCondition(fields.condition, `${pointer}/condition`);
  if (fields.title === '') throw new ContentError('`title` must have at least 1 character (got 0)', `${pointer}/title`);
  for (const name of ['title', 'linkTitle'] as const) checkOneLine(name, fields[name], `${pointer}/${name}`);
}

function checkOneLine(name: string, text: string | undefined, pointer: string): void {
  if (text === undefined || !/[\n\r\u2028\u2029]/.test(text)) return;
  throw new ContentError(`\`${name}\` must be one line (got ${JSON.stringify(text)})`, pointer);
}

function checkEmoji(emoji: string, pointer: string): void {
  if (parseEmoji(emoji) !== undefined) return;
  throw new ContentError(`\`emoji\` must be exactly one emoji (got ${JSON.stringify(emoji)})`, pointer);
}

function checkCondition(condition: string, pointer: string): void {
  const parsed = parseExpression(condition, conditionVocabulary);
  if (!('fault' in parsed)) return;
  throw new ContentError(`\`condition\` must be an expression on the visitor: ${parsed.fault}`, pointer);
}

/**
 * Returns the page with the given fields, as far as the manifest stores them. It does not store the slug as a field,
 * because the slug is part of the address.
 */
export function withFields(page: Page, fields: PageFields): Page {
  const changed: Record<string, unknown> = { ...page };
  for (const name of storedFields) {
    const value = fields[name];
    if (value === undefined) continue;
    if (value === '' || value === false) delete changed[name];
    else changed[name] = value;
  }
  return changed as unknown as Page;
}

/**
 * Returns the changes that fields require in the front matter. Description, icon and hidden are also in the front
 * matter, so that an import can read them. The title is there only for a hidden page, because the table of contents
 * does not contain hidden pages.
 */
export function frontMatterOf(page: Page, fields: PageFields): FrontMatterChange {
  const repeated = ['description', 'icon', 'hidden'] as const;
  const changedNames = repeated.filter((name) => fields[name] !== undefined);
  const change: FrontMatterChange = Object.fromEntries(changedNames.map((name) => [name, fields[name] || null]));
  const isUnlisted = page.hidden && (fields.title !== undefined || fields.hidden !== undefined);
  return isUnlisted ? { title: page.title, ...change } : change;
}
