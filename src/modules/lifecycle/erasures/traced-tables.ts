import type { JsonValue } from '../../../platform/db/query/json.js';
import type { TableName } from '../../../platform/db/query/rows.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import type { MailBody } from '../../mail/mail-body.js';
import { replaceInJson, replaceInMail, replaceInText, type Traces } from './traces.js';

/** Function that returns a value (a text or JSON) without the traces of a person. */
type Replace = (value: JsonValue, context: ReplaceContext) => JsonValue;

/** Context of a replacement: the traces, the row that contains the value, and the sealer. */
interface ReplaceContext {
  traces: Traces;
  row: Readonly<Record<string, unknown>>;
  sealer: Sealer;
}

/**
 * A table that may name a person in texts that the server wrote. `columns` maps each column to the function that
 * replaces the traces in it.
 */
export interface TracedTable {
  table: TableName;
  /**
   * Column with the time when a row was written. Rows that are later than the erasure are skipped, because they are
   * about other people.
   */
  writtenAt?: string;
  /** Other columns of the row that the functions in `columns` read. */
  reads?: readonly string[];
  columns: Readonly<Record<string, Replace>>;
}

/** Actions whose events contain the name of an access token. */
const tokenActions: readonly unknown[] = [
  'createAccessToken',
  'revokeAccessToken',
  'revokeOrganizationToken',
  'revokeSession',
];

/**
 * Replaces traces in the changes of an event. Also replaces the name of a token of the person, because the person chose
 * that name.
 */
const replaceInChanges: Replace = (changes, { traces, row }) => {
  const replaced = replaceInJson(changes, traces);
  const isTokenAction = tokenActions.includes(row.action);
  if (!isTokenAction || replaced === null || typeof replaced !== 'object' || Array.isArray(replaced)) return replaced;
  return replaced.user === traces.userId ? { ...replaced, name: traces.formerName } : replaced;
};

/**
 * Replaces the addresses in the subject or the body of a mail. Replaces the name only in mails of organizations in
 * which the person was active, because other mails may name someone with the same name.
 */
function replaceInMailPart(text: string, { traces, row }: ReplaceContext, format?: 'text' | 'html'): string {
  return traces.organizations.includes(row.organizationId as string)
    ? replaceInMail(text, traces, format)
    : replaceInText(text, traces);
}

/**
 * Replaces traces in the sealed body of a mail. Returns the same body if it contains none, or if it cannot be opened.
 */
const replaceInBody: Replace = (body, context) => {
  const { sealer } = context;
  const opened = sealer.find('mail-body', body as string)?.text;
  if (opened === undefined) return body;
  const parts = JSON.parse(opened) as MailBody;
  const text = replaceInMailPart(parts.text, context);
  const html = replaceInMailPart(parts.html, context, 'html');
  return text === parts.text && html === parts.html
    ? body
    : sealer.seal('mail-body', JSON.stringify({ ...parts, text, html }));
};

const replaceAddresses: Replace = (value, { traces }) => replaceInJson(value, traces);

/**
 * All tables with texts about people that the server wrote. Texts that people wrote stay. A test checks that this list,
 * the tables whose rows an erasure deletes, and the tables without such texts together cover the database.
 */
export const tracedTables: readonly TracedTable[] = [
  { table: 'Event', writtenAt: 'at', reads: ['action'], columns: { changes: replaceInChanges } },
  {
    table: 'Mail',
    writtenAt: 'createdAt',
    reads: ['organizationId'],
    columns: { subject: (text, context) => replaceInMailPart(text as string, context), body: replaceInBody },
  },
  {
    table: 'Job',
    writtenAt: 'createdAt',
    columns: { payload: replaceAddresses, error: (text, { traces }) => replaceInText(text as string, traces) },
  },
  { table: 'IdempotencyKey', columns: { outcome: replaceAddresses } },
];
