import { beforeAll, describe, expect, it } from 'vitest';
import { includes } from '../../../src/access/viewer.js';
import { ourOperations } from '../../contract/described.js';
import { testApp } from '../../support/app.js';
import { type Actor, actors, type Cast, gather, roleOf } from './cast.js';
import { type Row, rows } from './rows.js';

// Every operation of /v1, asked by everyone. The verdict of each cell is derived from the one table of rows.
const test = await testApp();
const operations = [...ourOperations().values()];
let cast: Cast;

beforeAll(async () => {
  cast = await gather(test);
});

it('there is a row for every operation that openapi.json describes, and none besides', () => {
  expect(Object.keys(rows).sort()).toEqual(operations.map(({ id }) => id).sort());
});

/** What an actor is answered: a status; `ok` is the documented success of the operation. */
function verdict({ needs, of, except }: Row, actor: Actor, method: string): number | 'ok' {
  if (['none', 'bad', 'expired'].includes(actor)) return 401;
  const other = except?.[actor];
  if (other !== undefined) return other;
  if (needs === 'anyone') return 'ok';
  const hidden = method === 'DELETE' ? 204 : 404;
  const role = roleOf(actor);
  if (role === undefined) return hidden;
  if (needs === 'member' || includes(role, needs)) return 'ok';
  return role === null && of === 'content' ? hidden : 403;
}

/** Number of events of the organization: what was done to it. */
async function done(): Promise<number> {
  const { read } = test.store;
  const query = read.sql.selectFrom('Organization').select('eventSequence').where('id', '=', cast.organization);
  return (await read.first(query))!.eventSequence;
}

describe.each(operations.map(({ id }) => id))('%s', (id) => {
  const operation = operations.find((one) => one.id === id)!;
  const row = rows[id]!;

  it.each(actors)('asked by %s', async (actor) => {
    const expected = verdict(row, actor, operation.method);
    const fresh = expected === 'ok' ? await row.fresh?.(cast) : {};
    const ids: Record<string, string> = { ...cast.ids, ...fresh };
    const path = operation.path.replace('/v1', '').replace(/\{(\w+)\}/g, (_, name) => ids[name as string]!);
    expect(path).not.toContain('undefined');
    const before = await done();
    const token = cast.tokens[actor] ?? null;
    const answer = await test.rest(operation.method, path + (row.query ?? ''), { token, body: row.body?.(cast) });
    expect([answer.status, answer.body?.error?.message]).toEqual(
      expected === 'ok' ? [operation.status, undefined] : [expected, expected === 204 ? undefined : expect.any(String)],
    );
    if (expected !== 'ok') expect(await done()).toBe(before);
    else await row.undo?.(cast, actor);
  });
});
