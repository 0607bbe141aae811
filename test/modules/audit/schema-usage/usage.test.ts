import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, printSchema } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { usedFields } from '../../../../src/api/graphql/schema/used-fields.js';
import { anotherInstance, testApp } from '../../../support/app.js';
import { docgraph } from '../../../support/command-line.js';
import { testFolder } from '../../../support/database.js';
import { seedOrganization, tokenOf } from '../../../support/seed.js';
import { schema } from '../../../support/shared-schema.js';

const test = await testApp();
const { id, admin } = await seedOrganization(test);
const operator = { token: await tokenOf(test, test.operator.userId, { scopes: ['operator'] }) };

/** Sends queries to a new instance and closes it. The instance writes its usage counts when it closes. */
async function call(calls: [query: string, headers: Record<string, string>][]): Promise<void> {
  const instance = await anotherInstance({ url: test.url });
  for (const [query, headers] of calls) await instance.graphql(query, { ...admin, headers });
  await instance.app.close();
}

const usageOf = async (filter: string, who: { token: string } = operator) => {
  const fields = 'day client clientVersion field calls';
  return test.graphql(`{ schemaUsage(filter: { ${filter} }) { totalCount nodes { ${fields} } } }`, who);
};

const web = { 'x-client-name': 'web', 'x-client-version': '1.2' };

beforeAll(async () => {
  await call([
    [`{ organization(id: "${id}") { title spaces(orderBy: { field: TITLE }) { totalCount } } }`, web],
    ['{ viewer { email } }', web],
    ['{ viewer { email } }', { 'graphql-client-name': 'phone' }],
    ['{ viewer { email } }', {}],
  ]);
  await call([['{ viewer { email } }', web]]);
});

describe('the usage of the schema', () => {
  it('is counted by day, field, client and version; a client without a name has the name of its token', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const { data } = await usageOf('field: "User.email"');
    const nodes = [
      { day, client: 'web', clientVersion: '1.2', field: 'User.email', calls: 2 },
      { day, client: 'phone', clientVersion: '', field: 'User.email', calls: 1 },
      { day, client: 'command line', clientVersion: '', field: 'User.email', calls: 1 },
    ];
    expect(data.schemaUsage).toEqual({ totalCount: 3, nodes });
  });

  it('is counted for arguments, input fields and enum values', async () => {
    const { data } = await usageOf('client: "web"');
    const fields = data.schemaUsage.nodes.map(({ field }: { field: string }) => field);
    for (const field of ['Organization.spaces.orderBy', 'SpaceOrder.field', 'SpaceOrderField.TITLE', 'Query.viewer'])
      expect(fields).toContain(field);
  });

  it('is visible only to the operator', async () => {
    expect((await usageOf('', admin)).errors![0]!.extensions).toMatchObject({ code: 'FORBIDDEN', needs: 'operator' });
    const narrow = await tokenOf(test, test.operator.userId, { scopes: ['read'] });
    expect((await usageOf('', { token: narrow })).errors![0]!.extensions.code).toBe('FORBIDDEN');
  });
});

describe('the usage of the schema by variables', () => {
  it('is counted for the input type of a variable, not for its fields', () => {
    const document = parse('mutation ($input: CreateSpaceInput!) { createSpace(input: $input) { space { id } } }');
    expect(usedFields(schema, document).sort()).toEqual([
      'CreateSpaceInput',
      'CreateSpacePayload.space',
      'Mutation.createSpace',
      'Mutation.createSpace.input',
      'Space.id',
    ]);
  });
});

describe('docgraph schema check', () => {
  const check = async (sdl: string) => {
    const file = join(testFolder(), 'new.graphql');
    writeFileSync(file, sdl);
    return docgraph(['schema', 'check', file], { DATABASE_URL: test.url });
  };

  it('reports breaking changes and the clients that use the changed fields', async () => {
    const changed = printSchema(schema).replace(
      /(type User implements Node \{.*?)email: EmailAddress/s,
      '$1email: Int',
    );
    const { code, stdout } = await check(changed);
    expect(code).toBe(1);
    expect(stdout.split('\n')).toEqual([
      "Field 'User.email' changed type from 'EmailAddress' to 'Int'",
      '  command line: 1 calls',
      '  phone: 1 calls',
      '  web 1.2: 2 calls',
      '1 breaking changes; 3 clients are affected',
      '',
    ]);
  });

  it('exits with 0 if no client is affected', async () => {
    const { code, stdout } = await check(printSchema(schema));
    expect([code, stdout]).toEqual([0, '0 breaking changes; 0 clients are affected\n']);
  });

  it('refuses a file that is not a schema', async () => {
    expect(await check('type {')).toMatchObject({ code: 1, stderr: expect.stringContaining('must be a schema') });
  });
});
