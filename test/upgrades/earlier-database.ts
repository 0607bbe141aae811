import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sqlitePath } from '../../src/platform/db/connection/store-url.js';
import { emptyDatabase, provider } from '../support/database.js';
import { runStatements } from '../support/postgres-role.js';

/** Token of the operator of the databases. */
export const operatorToken = 'the-token-of-the-release-dump';

/** A read that an earlier version has answered. */
export interface EarlierRead {
  /** Operation of `/v1`, or name of a query. */
  operation: string;
  method: 'GET' | 'POST';
  path: string;
  body?: { query: string };
  status: number;
  response: unknown;
}

/** Values by name and answers of an earlier version, as `npm run release-dump` has recorded them. */
export interface EarlierAnswers {
  commit: string;
  /** Time of the reads. */
  at: string;
  ids: Record<string, string>;
  tokens: Record<string, string>;
  answers: EarlierRead[];
}

const folder = (revision: string, file: string): URL => new URL(`./${revision}/${file}`, import.meta.url);
const unzip = (revision: string, file: string): Buffer => gunzipSync(readFileSync(folder(revision, file)));

/** Revisions with a dump, by name. */
export const revisions = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

/** Reads the answers of an earlier version on the database of this run. */
export function readEarlierAnswers(revision: string): EarlierAnswers {
  return JSON.parse(unzip(revision, `${provider}.answers.json.gz`).toString());
}

/** Creates the database of an earlier version, with its rows and its migrations. Returns the URL. */
export async function earlierDatabase(revision: string): Promise<string> {
  const url = await emptyDatabase();
  if (provider === 'sqlite') writeFileSync(sqlitePath(url), unzip(revision, 'sqlite.db.gz'));
  else await runStatements(url, unzip(revision, 'postgresql.sql.gz').toString());
  return url;
}
