import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { appWithLog } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';

const lines: string[] = [];
const test = await appWithLog(lines, { SLOW_OPERATION_MS: '1', LOG_LEVEL: 'warn' });
const { id, admin } = await seedOrganization(test);

/** Returns the lines of slow operations of a run. */
async function slowLines(run: () => Promise<unknown>): Promise<any[]> {
  lines.length = 0;
  await run();
  return lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'slow operation');
}

it('a slow operation is logged with its document, cost and statements, but without values', async () => {
  const query = 'mutation Make($input: CreateTeamInput!) { createTeam(input: $input) { team { id title } } }';
  const variables = { input: { organization: id, title: 'Secret plans' } };
  const [line] = await slowLines(() => test.graphql(query, { ...admin, variables }));
  expect(line).toMatchObject({
    level: 40,
    operation: 'mutation Make',
    document: createHash('sha256').update(query).digest('hex'),
    points: expect.any(Number),
    durationMs: expect.any(Number),
  });
  const names = line.statements.map(({ statement }: { statement: string }) => statement);
  expect(names).toEqual(expect.arrayContaining(['COMMIT', 'INSERT Team']));
  expect(line.statements.length).toBeLessThanOrEqual(10);
  for (const { batches, ms } of line.statements) expect(batches >= 1 && ms >= 0).toBe(true);
  expect(JSON.stringify(line)).not.toContain('Secret plans');
});

it('a slow operation of /v1 is logged with its operation id, and without a document', async () => {
  const all = await slowLines(async () => {
    // The first call of an operation compiles it, which takes longer than the limit of this test.
    for (let call = 0; call < 20 && lines.length === 0; call++) await test.rest('GET', `/orgs/${id}/members`, admin);
  });
  expect(all[0]).toMatchObject({ operation: 'listMembersInOrganizationById', batches: expect.any(Number) });
  expect(all[0]).not.toHaveProperty('document');
});
