import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedSpace, seedStranger } from '../../../support/seed.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const code = (source: string) => `<code class="expression">${source}</code>`;
const text = `${code('space.vars.product')} ${code('page.vars.os')} ${code('page.title')} of ${code('space.title')}, ${code('now().length')} ${code('visitor.claims.plan ?? &quot;no plan&quot;')} ${code('space.vars.oops')}\n`;
const files = {
  '.gitbook/vars.yaml': 'product: "*Docgraph*"\n',
  'README.md': `---\nvars:\n  os: Linux\n---\n# Start\n\n${text}`,
  'plain.md': '# Plain\n\nNothing.\n',
};
const space = await seedSpace(test, acme.id, files);

const read = async (query: string, person: { token: string } = acme.admin) =>
  test.rest('GET', `/spaces/${space}/content/path/?${query}`, person);
const bodyOf = (markdown: string) => markdown.split('\n\n')[1];

it('`evaluated=true` inserts escaped values into the Markdown, and errors in place of failed expressions', async () => {
  const { status, body } = await read('format=markdown&evaluated=true');
  expect(status).toBe(200);
  expect(bodyOf(body.markdown)).toBe(
    '\\*Docgraph\\* Linux Start of Manual, 24 no plan \\[expression: it has no value\\]\n',
  );
});

it('`deterministic-only` does not evaluate the clock and the visitor; `false`, the default, evaluates nothing', async () => {
  const { body } = await read('format=markdown&evaluated=deterministic-only');
  expect(bodyOf(body.markdown)).toContain(
    `${code('now().length')} ${code('visitor.claims.plan ?? &quot;no plan&quot;')}`,
  );
  expect(bodyOf(body.markdown)).toContain('\\*Docgraph\\* Linux');
  for (const query of ['format=markdown', 'format=markdown&evaluated=false']) {
    expect(bodyOf((await read(query)).body.markdown)).toBe(text);
  }
});

it('a document with expressions is returned as a document, evaluated or not', async () => {
  for (const evaluated of ['true', 'false', 'deterministic-only']) {
    const { status, body } = await read(`format=document&evaluated=${evaluated}`);
    expect([status, body.document.object]).toEqual([200, 'document']);
  }
});

it('evaluation takes no additional batch, and works the same in a change request', async () => {
  const plain = await test.batches(() => read('format=markdown&metadata=false'));
  expect(await test.batches(() => read('format=markdown&evaluated=true'))).toHaveLength(plain.length);
  const proposal = await openChangeRequest(test, space, acme.admin.token);
  const path = `${proposal.path}/content/path/?format=markdown&evaluated=true`;
  expect((await test.rest('GET', path, acme.admin)).body.markdown).toContain('Start of Manual');
});

it('GraphQL returns the same evaluated content if it is requested', async () => {
  const query = `query ($id: ID!) { space(id: $id) { revision { variables page(path: "") { ... on DocumentPage {
    variables plain: content(format: MARKDOWN) { markdown } content(format: MARKDOWN, evaluated: TRUE) { markdown document }
  } } } } }`;
  const { data, errors } = await test.graphql(query, { ...acme.admin, variables: { id: space } });
  expect(errors).toBeUndefined();
  expect(data.space.revision.variables).toEqual({ product: '*Docgraph*' });
  const { page } = data.space.revision;
  expect([page.variables, page.content.document]).toEqual([{ os: 'Linux' }, null]);
  expect(page.content.markdown).toBe((await read('format=markdown&evaluated=true')).body.markdown);
  expect(bodyOf(page.plain.markdown)).toBe(text);
});

it('a viewer who may not read the space gets a 404', async () => {
  expect((await read('format=markdown&evaluated=true', await seedStranger(test))).status).toBe(404);
});

const mutation = `mutation ($input: UpdateChangeRequestVariablesInput!) {
  updateChangeRequestVariables(input: $input) { changeRequest { revision { variables } } }
}`;

it('variables set in a change request reach the space with its merge', async () => {
  const own = await seedSpace(test, acme.id, files);
  const proposal = await openChangeRequest(test, own, acme.admin.token);
  const change = (input: object, person: { token: string } = acme.admin) =>
    test.graphql(mutation, { ...person, variables: { input: { space: own, changeRequest: proposal.id, ...input } } });
  const { data, errors } = await change({ set: { product: 'Better', version: 2 } });
  expect(errors).toBeUndefined();
  expect(data.updateChangeRequestVariables.changeRequest.revision.variables).toEqual({ product: 'Better', version: 2 });
  const removed = await change({ remove: ['version'] });
  expect(removed.data.updateChangeRequestVariables.changeRequest.revision.variables).toEqual({ product: 'Better' });
  expect((await proposal.merge()).status).toBe(200);
  const head = (await test.rest('GET', `/spaces/${own}/content`, acme.admin)).body;
  expect(head.variables).toEqual({ product: 'Better' });
  const reader = await seedMember(test, acme.id, 'read');
  const other = await openChangeRequest(test, own, acme.admin.token);
  expect((await change({ changeRequest: other.id, set: { a: 1 } }, reader)).errors?.[0]?.extensions.code).toBe(
    'FORBIDDEN',
  );
  const outside = await change({ changeRequest: other.id, set: { a: 1 } }, await seedStranger(test));
  expect(outside.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
});

it.each([
  [{ set: { 'a-b': 1 } }, 'must be named'],
  [{ set: { a: 1 }, remove: ['a'] }, 'must not contain variables of `set`'],
])('the variables %j are refused with an error that names the variable', async (input, message) => {
  const proposal = await openChangeRequest(test, space, acme.admin.token);
  const variables = { input: { space, changeRequest: proposal.id, ...input } };
  const { errors } = await test.graphql(mutation, { ...acme.admin, variables });
  expect([errors?.[0]?.extensions.code, errors?.[0]?.message]).toEqual([
    'BAD_USER_INPUT',
    expect.stringContaining(message),
  ]);
});
