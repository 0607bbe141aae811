import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packagePath } from '../../../src/platform/base/package-path.js';
import { testDatabase } from '../../support/database.js';
import { sampleChangeRequest, sampleOrganization, sampleSpace, sampleTime, sampleUser } from './sample-rows.js';

async function twoOrganizations() {
  const { store } = await testDatabase();
  await store.transaction(async ({ prisma }) => {
    await prisma.user.create({ data: sampleUser('usr') });
    for (const id of ['a', 'b']) {
      await prisma.organization.create({ data: sampleOrganization(`org_${id}`) });
      await prisma.space.create({ data: sampleSpace(`spc_${id}`, `org_${id}`) });
      const at = { organizationId: `org_${id}`, spaceId: `spc_${id}`, userId: 'usr' };
      await prisma.changeRequest.create({ data: sampleChangeRequest(`cr_${id}`, 1, at) });
    }
  });
  return store;
}

const revision = { type: 'edits', rootHash: 'h', authorId: 'usr', createdAt: sampleTime };

it('the database refuses a reference from one organization to another', async () => {
  const store = await twoOrganizations();
  const foreignSpace = { ...revision, id: 'rev_1', organizationId: 'org_a', spaceId: 'spc_b' };
  await expect(store.transaction((tx) => tx.prisma.revision.create({ data: foreignSpace }))).rejects.toMatchObject({
    code: 'P2003',
  });
  const foreignRequest = {
    ...revision,
    id: 'rev_2',
    organizationId: 'org_a',
    spaceId: 'spc_a',
    changeRequestId: 'cr_b',
  };
  await expect(store.transaction((tx) => tx.prisma.revision.create({ data: foreignRequest }))).rejects.toMatchObject({
    code: 'P2003',
  });
});

it('the rows of a space move with it to another organization', async () => {
  const store = await twoOrganizations();
  await store.transaction(async ({ prisma }) => {
    const own = { ...revision, id: 'rev_a', organizationId: 'org_a', spaceId: 'spc_a', changeRequestId: 'cr_a' };
    await prisma.revision.create({ data: own });
    await prisma.space.update({ where: { id: 'spc_a' }, data: { organizationId: 'org_b' } });
  });
  const moved = store.sql
    .selectFrom('Revision')
    .innerJoin('ChangeRequest', 'ChangeRequest.id', 'Revision.changeRequestId')
    .select(['Revision.organizationId as revision', 'ChangeRequest.organizationId as changeRequest']);
  expect(await store.read.all(moved)).toEqual([{ revision: 'org_b', changeRequest: 'org_b' }]);
});

/** Source text of each model in the schema, by name. */
const models = new Map(
  readdirSync(packagePath('prisma/schema')).flatMap((file) => {
    const text = readFileSync(join(packagePath('prisma/schema'), file), 'utf8');
    return [...text.matchAll(/^model (\w+) \{$(.*?)^\}$/gms)].map(([, name, body]) => [name!, body!] as const);
  }),
);

/** Reports whether every row of a model belongs to an organization. */
const owned = (model: string): boolean => /^ {2}organizationId\s+String\s/m.test(models.get(model)!);

/** References between models that both belong to an organization, with their columns. */
const references = [...models].flatMap(([model, body]) =>
  [...body.matchAll(/^ {2}\w+\s+(\w+)\?? +@relation\((?:"\w+", )?fields: \[([^\]]*)\]/gm)]
    .filter(([, target]) => owned(model) && owned(target!))
    .map(([, target, columns]) => ({ model, target: target!, columns: columns!.split(', ') })),
);

it('the references of all models are found', () => {
  expect(models.size).toBeGreaterThan(20);
  expect(references.length).toBeGreaterThan(20);
});

it.each(references)('$model includes the organization in its reference to $target', ({ columns }) => {
  expect(columns).toContain('organizationId');
});

/** Events of a space stay in the log of the organization in which they happened. */
const isOfSpace = (model: string): boolean => /^ {2}spaceId\s/m.test(models.get(model)!) && model !== 'Event';

it.each([...models.keys()].filter((model) => owned(model) && isOfSpace(model)))(
  '%s belongs to a space and moves with it: it references the space',
  (model) => {
    expect(references.filter((one) => one.model === model).map(({ target }) => target)).toContain('Space');
  },
);

it('the database refuses a grant to a team of another organization', async () => {
  const store = await twoOrganizations();
  const times = { createdAt: sampleTime, updatedAt: sampleTime };
  const grant = { id: 'grant_a', organizationId: 'org_a', spaceId: 'spc_a', role: 'read', createdAt: sampleTime };
  const granting = store.transaction(async ({ prisma }) => {
    const team = { id: 'team_b', organizationId: 'org_b', title: 'Writers', titleKey: 'writers' };
    await prisma.team.create({ data: { ...team, ...times } });
    await prisma.grant.create({ data: { ...grant, teamId: 'team_b' } });
  });
  await expect(granting).rejects.toMatchObject({ code: 'P2003' });
});
