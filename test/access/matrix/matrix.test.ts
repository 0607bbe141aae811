import { beforeAll, describe, expect, it } from 'vitest';
import { includes } from '../../../src/access/viewer.js';
import { createTargets } from '../../contract/create-targets.js';
import { fillSample, type SampleRequest, sampleRequests } from '../../contract/sample-requests.js';
import { testApp } from '../../support/app.js';
import { exceptions, undo } from './exceptions.js';
import { type Actor, actors, type MatrixFixture, roleOf, setUpMatrix } from './fixture.js';

// Sends the sample of every operation of /v1 as every actor. The expected status follows from `may` of the sample.
const test = await testApp();
let cast: MatrixFixture;

beforeAll(async () => {
  cast = await setUpMatrix(test);
});

/**
 * Paths of content objects. Callers who cannot see the target get 404. Guests see the organization, so requests for
 * members and teams are refused with 403. Spaces, collections and sites are hidden from guests.
 */
const namesContent = /\{(spaceId|collectionId|siteId)\}/;

/** Returns the expected status for an actor, or `ok` for the documented status of success. */
function expectedStatus({ id, may, template, method }: SampleRequest, actor: Actor): number | 'ok' {
  if (['none', 'bad', 'expired'].includes(actor)) return 401;
  const other = exceptions[id]?.[actor];
  if (other !== undefined) return other;
  // A token with the scope `operator` has no rights of its user.
  if (may === 'anyone' && actor === 'operator' && method !== 'GET') return 403;
  if (may === 'anyone') return 'ok';
  const hidden = method === 'DELETE' ? 204 : 404;
  const role = roleOf(actor);
  if (role === undefined) return hidden;
  if (may === 'member' || includes(role, may)) return 'ok';
  return role === null && namesContent.test(template) ? hidden : 403;
}

/** Returns the number of events of the organization. */
async function eventCount(): Promise<number> {
  const { read } = test.store;
  const query = read.sql.selectFrom('Organization').select('eventSequence').where('id', '=', cast.scene.organization);
  return (await read.first(query))!.eventSequence;
}

it('every exception names an existing operation', () => {
  const known = new Set(sampleRequests.map(({ id }) => id));
  const named = [exceptions, undo, createTargets].flatMap((table) => Object.keys(table));
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});

describe.each(sampleRequests)('$id', (request) => {
  const { id, method, status } = request;

  it.each(actors)('sent as %s succeeds, or is refused and adds no event, as its role requires', async (actor) => {
    const expected = expectedStatus(request, actor);
    const names = { ...cast.names(id), ...(expected === 'ok' && (await createTargets[id]?.(cast.scene))) };
    const { path, body } = fillSample(request, (name) => names[name]);
    expect(path).not.toContain('undefined');
    const before = await eventCount();
    const answer = await test.rest(method, path, { token: cast.tokens[actor] ?? null, body });
    expect([answer.status, answer.body?.error?.message]).toEqual(
      expected === 'ok' ? [status, undefined] : [expected, expected === 204 ? undefined : expect.any(String)],
    );
    if (expected !== 'ok') expect(await eventCount()).toBe(before);
    else await undo[id]?.(cast, actor);
  });
});
