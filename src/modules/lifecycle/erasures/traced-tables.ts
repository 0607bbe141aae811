import type { JsonValue } from '../../../platform/db/query/json.js';
import type { TableName } from '../../../platform/db/query/rows.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import type { MailBody } from '../../mail/mail-body.js';
import { replaceInJson, replaceInMail, replaceInText, type Traces } from './traces.js';

/** Returns a value, which is a text or JSON, without the traces of a person. */
type Replace = (value: JsonValue, context: ReplaceContext) => JsonValue;

/** The traces, the row of the value, and the sealer. */
interface ReplaceContext {
  traces: Traces;
  row: Readonly<Record<string, unknown>>;
  sealer: Sealer;
}

/** A table that may name a person in texts that the server wrote, and how to replace them by column. */
export interface TracedTable {
  table: TableName;
  /** Column with the time when a row was written; later rows than the erasure are about other people. */
  writtenAt?: string;
  /** Columns that the functions read in addition to their values. */
  reads?: readonly string[];
  columns: Readonly<Record<string, Replace>>;
}

/** Mutations whose events have the name of an access token. */
const tokenActions: readonly unknown[] = [
  'createAccessToken',
  'revokeAccessToken',
  'revokeOrganizationToken',
  'revokeSession',
];

/** Replaces traces in the changes of an event, and the name of a token of the person, which the person chose. */
const replaceInChanges: Replace = (changes, { traces, row }) => {
  const replaced = replaceInJson(changes, traces);
  const isOfToken = tokenActions.includes(row.action);
  if (!isOfToken || replaced === null || typeof replaced !== 'object' || Array.isArray(replaced)) return replaced;
  return replaced.user === traces.userId ? { ...replaced, name: traces.formerName } : replaced;
};

/** Replaces the name only in mails of organizations that the person was active in. Other mails may name a namesake. */
function replaceInPart(text: string, { traces, row }: ReplaceContext, format?: 'text' | 'html'): string {
  return traces.organizations.includes(row.organizationId as string)
    ? replaceInMail(text, traces, format)
    : replaceInText(text, traces);
}

/** Opens the body of a mail, and seals it again if it named the person. */
const replaceInBody: Replace = (body, context) => {
  const { sealer } = context;
  const opened = sealer.find('mail-body', body as string)?.text;
  if (opened === undefined) return body;
  const parts = JSON.parse(opened) as MailBody;
  const text = replaceInPart(parts.text, context);
  const html = replaceInPart(parts.html, context, 'html');
  return text === parts.text && html === parts.html
    ? body
    : sealer.seal('mail-body', JSON.stringify({ ...parts, text, html }));
};

const replaceInValue: Replace = (value, { traces }) => replaceInJson(value, traces);

/**
 * All tables with texts about people that the server wrote. Texts that people wrote stay. A test compares the tables
 * of the database with this list, the rows that an erasure deletes, and the tables without such texts.
 */
export const tracedTables: readonly TracedTable[] = [
  { table: 'Event', writtenAt: 'at', reads: ['action'], columns: { changes: replaceInChanges } },
  {
    table: 'Mail',
    writtenAt: 'createdAt',
    reads: ['organizationId'],
    columns: { subject: (text, context) => replaceInPart(text as string, context), body: replaceInBody },
  },
  {
    table: 'Job',
    writtenAt: 'createdAt',
    columns: { payload: replaceInValue, error: (text, { traces }) => replaceInText(text as string, traces) },
  },
  { table: 'IdempotencyKey', columns: { outcome: replaceInValue } },
];
