import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';
import { makeTeam, type SeededTeam } from './team-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const otherOrganization = await seedOrganization(test, 'Other');
/** Five members of the organization, and at the end a member of another organization. */
let people: Person[];
const outsider = 5;

beforeAll(async () => {
  people = await Promise.all(
    ['edit', 'read', 'admin', null, 'comment'].map((role) => seedMember(test, acme.id, role as 'edit')),
  );
  people.push(otherOrganization.admin);
});

/** One of the people, and the reference to them in the request: id, address, or address in capitals. */
const userReference = fc.record({ person: fc.nat(outsider), by: fc.constantFrom('id', 'email', 'EMAIL') });
const userReferences = fc.array(userReference, { maxLength: 4 });
const roles = fc.dictionary(
  fc.oneof({ weight: 9, arbitrary: fc.nat(outsider - 1) }, { weight: 1, arbitrary: fc.constant(outsider) }).map(String),
  fc.constantFrom('owner', 'member'),
  { maxKeys: 4 },
);
const addedPeople = fc.oneof(
  { weight: 3, arbitrary: userReferences.map(isInsideOrganization) },
  { weight: 1, arbitrary: userReferences },
);
const updates = fc.array(fc.record({ add: addedPeople, remove: userReferences, memberships: roles }), {
  minLength: 1,
  maxLength: 4,
});

type UserReference = { person: number; by: string };
type Update = { add: UserReference[]; remove: UserReference[]; memberships: Record<string, string> };

function isInsideOrganization(all: UserReference[]): UserReference[] {
  return all.filter(({ person }) => person !== outsider);
}

/**
 * Models a bulk update: it adds members, then sets roles, then removes members. Returns null, for no change, if an
 * outsider is added or gets a role.
 */
function model(team: ReadonlyMap<number, string>, { add, remove, memberships }: Update): Map<number, string> | null {
  const next = new Map(team);
  const given = Object.entries(memberships).map(([person, role]) => [Number(person), role] as const);
  if (add.some(({ person }) => person === outsider) || given.some(([person]) => person === outsider)) return null;
  for (const { person } of add) if (!next.has(person)) next.set(person, 'member');
  for (const [person, role] of given) next.set(person, role);
  for (const { person } of remove) next.delete(person);
  return next;
}

const nameOf = ({ person, by }: UserReference): string => {
  const { id, email } = people[person]!;
  return by === 'id' ? id : by === 'email' ? email : email.toUpperCase();
};

function send(team: SeededTeam, { add, remove, memberships }: Update) {
  const given = Object.entries(memberships).map(([person, role]) => [people[Number(person)]!.id, { role }]);
  const body = { add: add.map(nameOf), remove: remove.map(nameOf), memberships: Object.fromEntries(given) };
  return team.send('PUT', '/members', { ...acme.admin, body });
}

it('any sequence of bulk updates of a team results in the memberships that the model predicts', async () => {
  await fc.assert(
    fc.asyncProperty(updates, async (run) => {
      const team = await makeTeam(test, acme);
      let expected: ReadonlyMap<number, string> = new Map();
      for (const update of run) {
        const next = model(expected, update);
        expect((await send(team, update)).status).toBe(next ? 204 : 400);
        expected = next ?? expected;
        const named = [...expected].map(([person, role]) => [people[person]!.id, role]);
        expect(await team.roles()).toEqual(Object.fromEntries(named));
      }
    }),
    { numRuns: 25 },
  );
});
