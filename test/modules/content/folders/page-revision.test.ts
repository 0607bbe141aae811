import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;
let manual: Manual;

beforeAll(async () => {
  manual = await seedManual(test, acme);
});

const ask = (query: string, variables: object) => test.graphql(query, { token, variables });
const back = 'revision { id space { id } }';

describe('`revision` of a page or a file', () => {
  it('is the head of the space when the object is read through `node`', async () => {
    const { data } = await ask(
      'query ($space: ID!) { space(id: $space) { revisionId revision { files { nodes { id } } } } }',
      { space: manual.id },
    );
    const { revisionId, revision } = data.space;
    for (const id of [manual.page('guide'), revision.files.nodes[0].id])
      expect(
        (await ask(`query ($id: ID!) { node(id: $id) { ... on Page { ${back} } ... on File { ${back} } } }`, { id }))
          .data.node,
      ).toEqual({
        revision: { id: revisionId, space: { id: manual.id } },
      });
  });

  it('is the revision of the change request in which the object was read', async () => {
    const proposal = await openChangeRequest(test, manual.id, token);
    await proposal.change({ operation: 'update_page', page: manual.page('guide'), title: 'Proposed' });
    const { data } = await ask(
      `query ($space: ID!, $number: String, $page: ID) {
        changeRequest(space: $space, changeRequest: $number) { revisionId revision { page(id: $page) { ${back} } } }
      }`,
      { space: manual.id, number: '1', page: manual.page('guide') },
    );
    const { revisionId, revision } = data.changeRequest;
    expect(revision.page).toEqual({ revision: { id: revisionId, space: { id: manual.id } } });
  });

  it('takes no additional batch for each page', async () => {
    const list = (first: number) =>
      ask(
        `query ($space: ID!, $first: Int) { space(id: $space) { revision { pages(first: $first) { nodes { ${back} } } } } }`,
        { space: manual.id, first },
      );
    await list(6);
    const [one, six] = [await test.batches(() => list(1)), await test.batches(() => list(6))];
    expect(six).toHaveLength(one.length);
  });
});
