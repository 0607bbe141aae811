import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedTeam } from '../../../support/seed.js';
import { type GroupScene, type Pair, seedGroupScene, seedSigner } from './group-kit.js';

const test = await testApp();

/** Returns the arguments of `groupChanges` for a mapping that is not stored. */
const mappingArguments = (mode: string, pairs: Pair[]) =>
  `, mode: ${mode}, groups: [${pairs.map(({ group, team }) => `{ group: "${group}", team: "${team}" }`).join(' ')}]`;

/** Creates people whose groups a provider named, and teams for three groups, with one member each. */
async function seedPeople() {
  const scene = await seedGroupScene(test);
  const people = [await seedSigner(test, scene), await seedSigner(test, scene), await seedSigner(test, scene)];
  const groups = [['a', 'b'], ['b'], []];
  for (const [index, person] of people.entries()) await person.signIn(...groups[index]!);
  const outsider = await seedSigner(test, scene);
  const pairs: Pair[] = [];
  for (const [index, title] of ['A', 'B', 'C'].entries()) {
    const team = await seedTeam(test, scene.id, { title, members: [people[index]!.id, outsider.id] });
    pairs.push({ group: title.toLowerCase(), team });
  }
  const [one, two, three] = people.map(({ id }) => id) as [string, string, string];
  return { scene, people, groups, pairs, ids: { one, two, three } };
}

const noTeams: string[] = [];

describe('a dry run of a group mapping', () => {
  it('lists the teams that each person would gain and lose, and changes nothing', async () => {
    const { scene, people, pairs, ids } = await seedPeople();
    const before = await Promise.all(people.map(({ teams }) => teams()));
    expect(await scene.changes(mappingArguments('ADDITIVE', pairs))).toEqual({
      [ids.one]: { gains: ['B'], loses: noTeams },
    });
    expect(await scene.changes(mappingArguments('AUTHORITATIVE', pairs))).toEqual({
      [ids.one]: { gains: ['B'], loses: noTeams },
      [ids.three]: { gains: noTeams, loses: ['C'] },
    });
    expect(await Promise.all(people.map(({ teams }) => teams()))).toEqual(before);
  });

  it('predicts what the next sign-ins do', async () => {
    const { scene, people, groups, pairs } = await seedPeople();
    const predicted = await scene.changes(mappingArguments('AUTHORITATIVE', pairs));
    await scene.set('AUTHORITATIVE', pairs);
    expect(await scene.changes()).toEqual(predicted);
    for (const [index, person] of people.entries()) {
      const before = Object.keys(await person.teams());
      await person.signIn(...groups[index]!);
      const after = Object.keys(await person.teams());
      const { gains, loses } = predicted[person.id] ?? { gains: noTeams, loses: noTeams };
      expect(after.sort()).toEqual([...before.filter((title) => !loses.includes(title)), ...gains].sort());
    }
    expect(await scene.changes()).toEqual({});
  });

  it('leaves out disabled members, and people who are no longer members', async () => {
    const { scene, people, pairs, ids } = await seedPeople();
    await test.store.transaction(async ({ prisma }) => {
      await prisma.member.updateMany({ where: { userId: ids.one }, data: { disabled: true } });
    });
    await test.rest('DELETE', `/orgs/${scene.id}/members/${people[2]!.id}`, scene.admin);
    expect(await scene.changes(mappingArguments('AUTHORITATIVE', pairs))).toEqual({});
  });

  it('refuses a team of another organization', async () => {
    const [scene, other] = [await seedGroupScene(test), await seedGroupScene(test)];
    const team = await seedTeam(test, other.id, {});
    await expect(scene.changes(mappingArguments('ADDITIVE', [{ group: 'a', team }]))).rejects.toThrow(
      '`groups[0].team` must be a team of the organization',
    );
  });

  it('takes as many batches for three people as for one', async () => {
    const [first, all] = await countBatches();
    expect(all).toBe(first);
  });
});

/** Returns the number of batches of a dry run for one changed person, and for three people with several teams. */
async function countBatches(): Promise<number[]> {
  const { scene, people, pairs } = await seedPeople();
  const count = async (listChanges: GroupScene['changes'], args: string) =>
    (await test.batches(() => listChanges(args))).length;
  const first = await count(scene.changes, mappingArguments('ADDITIVE', pairs));
  for (const person of people) await person.signIn('a', 'b', 'c');
  return [first, await count(scene.changes, mappingArguments('ADDITIVE', pairs))];
}
