import { errorReasons } from '../../../platform/base/error-reasons.js';
import { errorTable } from '../../../platform/base/errors.js';
import { builder } from './builder.js';
import { published } from './field-marks.js';

/** Values of `extensions.code` in errors, as listed in docs/errors.md. */
builder.enumType('ErrorCode', {
  description: 'The values of `extensions.code` of an error. docs/errors.md has the HTTP status of each.',
  extensions: published,
  values: enumValues(errorTable, ({ title }) => `${title}.`),
});

/** Values of `extensions.reason` in errors, as listed in docs/errors.md. */
builder.enumType('ErrorReason', {
  description: 'The values of `extensions.reason` of an error: a finer name within its code, for clients that branch.',
  extensions: published,
  values: enumValues(errorReasons, ({ codes, meaning }) => `With ${codes.join(' or ')}: ${withoutLinks(meaning)}.`),
});

function enumValues<Row>(table: Readonly<Record<string, Row>>, describe: (row: Row) => string) {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, { description: describe(row) }]));
}

/** Returns Markdown of the manual with each link replaced by its text. */
function withoutLinks(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
