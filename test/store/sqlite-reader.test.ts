import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openSqliteReader } from '../../src/store/sqlite-reader.js';
import { atEnd, testFolder } from '../support/database.js';

// A file without a write-ahead log: whoever writes it locks readers out.

const path = join(testFolder(), 'locked.db');
const other = new Database(path);
other.exec('create table "T" ("x" integer); insert into "T" values (1)');
const reader = openSqliteReader(path);
atEnd(() => {
  reader.close();
  other.close();
});
const value = { sql: 'select "x" from "T"', parameters: [] };

it('the state of the data is another one behind each write', async () => {
  const first = await reader.behindVersion().dataVersion;
  expect(await reader.behindVersion().dataVersion).toBe(first);
  other.exec('update "T" set "x" = 2');
  expect(await reader.behindVersion().dataVersion).not.toBe(first);
});

it('what is read behind a state is never older, also where the state had to wait for another process', async () => {
  other.exec('begin exclusive');
  const { dataVersion, runner } = reader.behindVersion();
  other.exec('commit');
  const read = runner.run(value);
  other.exec('update "T" set "x" = 3');
  expect((await read).rows).toEqual([[3]]);
  expect(await dataVersion).toBe(await reader.behindVersion().dataVersion);
});
