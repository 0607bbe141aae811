import { importFiles } from '../corpus.mjs';
import { load } from '../dist.mjs';
import { withStore } from '../world.mjs';

/** Number of organizations, spaces of each organization, and pages and change requests of each space. */
const size = { organizations: 20, spaces: 5, pages: 10, changeRequests: 10 };

/** Roles of the ten users of each organization. There are 200 tokens in total. */
const roles = ['admin', 'create', 'create', 'review', 'edit', 'edit', 'comment', 'comment', 'read', 'read'];

/**
 * Migrates an empty database and fills it. Returns the organizations, each with its users (`{ role, token }`) and
 * spaces (`{ id, pages, changeRequests }`).
 */
export function fillMix(url) {
  return withStore(url, async (store) => {
    await load('app/head-hooks.js');
    const { operatorOf } = await load('modules/identity/tokens/bootstrap.js');
    const operator = { store, viewer: await operatorOf(store) };
    const organizations = [];
    for (let index = 0; index < size.organizations; index++) organizations.push(await organization(operator, index));
    return organizations;
  });
}

async function organization(operator, index) {
  const { createToken } = await load('modules/identity/tokens/operator-actions.js');
  const { createUser } = await load('modules/identity/members/user-actions.js');
  const { createOrganization } = await load('modules/identity/members/creation-actions.js');
  const id = await createOrganization(operator, { title: `Organization ${index}` });
  const people = [];
  for (const [place, role] of roles.entries()) {
    const person = { email: `p${place}@o${index}.test`, name: `Person ${place}`, organization: id, role };
    const user = await createUser(operator, person);
    people.push({ role, user, token: (await createToken(operator, { user })).token });
  }
  const spaces = [];
  for (let number = 0; number < size.spaces; number++)
    spaces.push(await space(operator, { organization: id, number, people }));
  return { id, people: people.map(({ role, token }) => ({ role, token })), spaces };
}

async function space(operator, { organization: id, number, people }) {
  const { createChangeRequest } = await load('modules/review/change-requests/actions.js');
  const { store } = operator;
  const spaceId = await importFiles(store, id, pagesOf(number));
  const rows = await store.read.all(
    store.sql.selectFrom('Page').select('id').where('spaceId', '=', spaceId).orderBy('id'),
  );
  const changeRequests = [];
  for (let count = 0; count < size.changeRequests; count++) {
    const actor = { store, viewer: { ...operator.viewer, userId: people[count % 5].user } };
    changeRequests.push(await createChangeRequest(actor, { space: spaceId, subject: `Change ${count}` }));
  }
  return { id: spaceId, pages: rows.map((row) => row.id), changeRequests };
}

function pagesOf(space) {
  const paragraph = 'Words that a reader looks for: install, configure, upgrade and remove. '.repeat(20);
  const text = (page) =>
    `# Page ${page} of ${space}\n\n${paragraph}\n\nSee [another page](page-${(page + 1) % 10}.md).\n`;
  return new Map(Array.from({ length: size.pages }, (_, page) => [`page-${page}.md`, () => Buffer.from(text(page))]));
}
