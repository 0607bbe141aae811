import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { positionBetween } from '../../../../src/modules/shared/positions.js';
import { testApp } from '../../../support/app.js';
import { seedGrant, seedMember, seedOrganization } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const other = await seedOrganization(test);
const { admin } = acme;
const creator = await seedMember(test, acme.id, 'create');
const reviewer = await seedMember(test, acme.id, 'review');
let [guides, inner] = ['', ''];
let spaces: string[];

const make = async (kind: string, body: object, at = acme): Promise<string> =>
  (await test.rest('POST', `/orgs/${at.id}/${kind}`, { ...at.admin, body })).body.id;
const path = (id: string) => (id.startsWith('spc_') ? `/spaces/${id}` : `/collections/${id}`);
const pointer = (id: string) =>
  id.startsWith('spc_') ? { type: 'space', space: id } : { type: 'collection', collection: id };
const get = async (id: string, { token } = admin) => test.rest('GET', path(id), { token });
const move = (id: string, body: object, { token } = admin) => test.rest('POST', `${path(id)}/move`, { token, body });
const positionNextTo = (side: 'before' | 'after', id: string) => ({ position: { [side]: pointer(id) } });

/** Returns the spaces of a collection in order, as indexes into `spaces`. */
async function order(id = guides): Promise<number[]> {
  const { body } = await test.rest('GET', `/collections/${id}/spaces`, admin);
  return body.items.map((item: { id: string }) => spaces.indexOf(item.id));
}

beforeEach(async () => {
  guides = await make('collections', { title: 'Guides' });
  inner = await make('collections', { title: 'Inner', parent: guides });
  spaces = [];
  for (let index = 0; index < 4; index += 1) spaces.push(await make('spaces', { parent: guides }));
});

describe('moving a collection or a space', () => {
  it('a collection lists its spaces in the order of their creation before any move', async () => {
    expect(await order()).toEqual([0, 1, 2, 3]);
  });

  it.each([
    ['before the first', { what: 3, side: 'before', to: 0, expected: [3, 0, 1, 2] }],
    ['before another', { what: 3, side: 'before', to: 2, expected: [0, 1, 3, 2] }],
    ['after the first', { what: 3, side: 'after', to: 0, expected: [0, 3, 1, 2] }],
    ['after the last', { what: 0, side: 'after', to: 3, expected: [1, 2, 3, 0] }],
    ['forward by one', { what: 1, side: 'after', to: 2, expected: [0, 2, 1, 3] }],
  ] as const)('moves a space %s', async (_where, { what, side, to, expected }) => {
    const { status, body } = await move(spaces[what]!, positionNextTo(side, spaces[to]!));
    expect([status, body.parent]).toEqual([200, guides]);
    expect(await order()).toEqual(expected);
  });

  it('moves a space between two neighbors, and refuses neighbors in the wrong order', async () => {
    const position = { after: pointer(spaces[0]!), before: pointer(spaces[2]!) };
    expect((await move(spaces[3]!, { position })).status).toBe(200);
    expect(await order()).toEqual([0, 3, 1, 2]);
    expect((await move(spaces[3]!, { position: { after: position.before, before: position.after } })).status).toBe(400);
  });

  it('orders collections and spaces together', async () => {
    expect((await move(inner, positionNextTo('after', spaces[3]!))).status).toBe(200);
    expect((await move(spaces[0]!, positionNextTo('after', inner))).status).toBe(200);
    expect((await move(spaces[1]!, positionNextTo('before', inner))).status).toBe(200);
    expect(await order()).toEqual([2, 3, 1, 0]);
  });

  it('moves an object to the end of another collection, or to a position in it', async () => {
    expect((await move(spaces[0]!, { parent: inner })).body.parent).toBe(inner);
    await move(spaces[1]!, { parent: inner });
    await move(spaces[2]!, { parent: inner, ...positionNextTo('before', spaces[1]!) });
    expect([await order(), await order(inner)]).toEqual([[3], [0, 2, 1]]);
  });

  it('makes a space private when it moves to the root', async () => {
    const { body } = await move(spaces[0]!, { parent: null });
    expect([body.parent, body.visibility]).toEqual([undefined, 'private']);
    expect(await order()).toEqual([1, 2, 3]);
  });

  it.each([
    ['without a parent and a position', () => [spaces[0]!, {}]],
    ['into its own collection', () => [spaces[0]!, { parent: guides }]],
    ['before its next sibling', () => [spaces[0]!, positionNextTo('before', spaces[1]!)]],
    ['after its previous sibling', () => [spaces[2]!, positionNextTo('after', spaces[1]!)]],
    ['of a collection into itself', () => [guides, { parent: guides }]],
    ['of a collection into a descendant', () => [guides, { parent: inner }]],
    ['of a collection at the root to the root', () => [guides, { parent: null }]],
  ] as [string, () => [string, object]][])('refuses a move %s with 409 and changes nothing', async (_what, request) => {
    const [id, body] = request();
    const answer = await move(id, body);
    expect([answer.status, await order()]).toEqual([409, [0, 1, 2, 3]]);
  });

  it('returns 400 for an unknown or foreign collection, with the same message, and for a missing neighbor', async () => {
    const foreign = await make('collections', {}, other);
    const [unknown, elsewhere] = [
      await move(spaces[0]!, { parent: 'col_none' }),
      await move(spaces[0]!, { parent: foreign }),
    ];
    expect([unknown.status, elsewhere.status]).toEqual([400, 400]);
    expect(elsewhere.body.error.message.replace(foreign, 'col_none')).toBe(unknown.body.error.message);
    const foreignSpace = await make('spaces', {}, other);
    for (const id of ['spc_none', foreignSpace, spaces[0]!, await make('spaces', {})])
      expect((await move(spaces[0]!, positionNextTo('after', id))).status).toBe(400);
    expect((await move(spaces[0]!, { position: { before: { type: 'space' } } })).status).toBe(400);
  });

  it('returns 404 for objects that do not exist or are deleted', async () => {
    await test.rest('DELETE', path(spaces[0]!), admin);
    expect((await move(spaces[0]!, { parent: null })).status).toBe(404);
    expect((await move('spc_none', { parent: null })).status).toBe(404);
    expect((await move('col_none', { parent: null })).status).toBe(404);
    expect((await move(spaces[1]!, {}, other.admin)).status).toBe(404);
  });

  it('requires the role create on the moved object and on its target', async () => {
    expect((await move(spaces[0]!, { parent: null }, reviewer)).status).toBe(403);
    await seedGrant(test, acme.id, { to: reviewer.id, on: spaces[0]!, role: 'create' });
    expect((await move(spaces[0]!, { parent: null }, reviewer)).status).toBe(403);
    expect((await move(spaces[0]!, { parent: inner }, reviewer)).status).toBe(403);
    await seedGrant(test, acme.id, { to: reviewer.id, on: inner, role: 'create' });
    expect((await move(spaces[0]!, { parent: inner }, reviewer)).status).toBe(200);
    expect((await move(spaces[1]!, { parent: inner }, creator)).status).toBe(200);
  });

  it('applies the default level of the new collection to everything below it', async () => {
    const secret = await make('collections', {});
    await test.rest('PATCH', path(secret), { ...admin, body: { defaultLevel: null } });
    const deep = await make('spaces', { parent: inner });
    expect((await get(deep, reviewer)).status).toBe(200);
    expect((await move(guides, { parent: secret })).status).toBe(200);
    expect([(await get(deep, reviewer)).status, (await get(inner, reviewer)).status]).toEqual([404, 404]);
    await seedGrant(test, acme.id, { to: reviewer.id, on: secret, role: 'read' });
    expect((await get(deep, reviewer)).status).toBe(200);
    await move(guides, { parent: null });
    expect((await get(deep, reviewer)).body.permissions.review).toBe(true);
  });

  it('refuses one of two concurrent moves of collections into each other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await make('collections', {}), await make('collections', {})];
      const [below, beneath] = [await make('collections', { parent: one }), await make('collections', { parent: two })];
      const answers = await Promise.all([move(one, { parent: beneath }), move(two, { parent: below })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it('loses no space when several move to the same position concurrently', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map((index) => move(spaces[index]!, positionNextTo('before', spaces[0]!))),
    );
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect((await order()).at(-1)).toBe(0);
    expect((await order()).sort()).toEqual([0, 1, 2, 3]);
  });

  it('always finds a position between two others, and before the first', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { maxLength: 60 }), (places) => {
        const positions = ['01k0000000000000000000000a', '01k0000000000000000000000b'];
        for (const place of places) {
          const at = place % positions.length;
          positions.splice(at, 0, positionBetween(positions[at - 1] ?? '', positions[at]!));
        }
        expect(positions).toEqual([...new Set(positions)].sort());
      }),
    );
    expect(positionBetween('01k', '01k') > '01k').toBe(true);
  });
});
