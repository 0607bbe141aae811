import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openSqliteReader } from '../../../src/platform/db/sqlite/sqlite-reader.js';
import { atEnd, testFolder } from '../../support/database.js';

// The file has no write-ahead log, so a writer locks readers out.

const path = join(testFolder(), 'locked.db');
const other = new Database(path);
other.exec('create table "T" ("x" integer); insert into "T" values (1)');
const reader = openSqliteReader(path);
atEnd(() => {
  reader.close();
  other.close();
});
const value = { sql: 'select "x" from "T"', parameters: [] };

it('the version that the reader returns changes with each write of another connection', async () => {
  const first = await reader.version();
  expect(await reader.version()).toBe(first);
  other.exec('update "T" set "x" = 2');
  expect(await reader.version()).not.toBe(first);
});

it('the reader waits until another connection unlocks the file', async () => {
  other.exec('begin exclusive');
  const read = reader.run(value);
  other.exec('commit');
  expect((await read).rows).toEqual([[2]]);
});
