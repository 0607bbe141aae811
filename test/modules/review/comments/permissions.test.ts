import { beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../../src/access/viewer.js';
import { testApp } from '../../../support/app.js';
import { type Person, seedGrant, seedMember, seedOrganization, tokenOf } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { commenterOn } from './comment-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
let manual: Manual;
let ann: Person;

beforeAll(async () => {
  manual = await seedManual(test, acme);
  ann = await seedMember(test, acme.id, 'comment');
});

const on = (space: string, { token }: { token: string }) =>
  commenterOn(test, { path: `/spaces/${space}`, names: { space } }, { token });

/** Creates a comment or a reply of any author. Returns its path. */
async function createCommentBy(space: string, { kind, author }: { kind: string; author: string }): Promise<string> {
  const asAdmin = on(space, acme.admin);
  const comment: string = (await asAdmin.post('A question')).body.id;
  const id: string = kind === 'comment' ? comment : (await asAdmin.reply(comment, 'An answer')).body.id;
  const data = { postedById: author };
  await test.store.transaction(async ({ prisma }) => void (await prisma.comment.update({ where: { id }, data })));
  return kind === 'comment' ? id : `${comment}/replies/${id}`;
}

/** Tries each action on a comment. Returns whether it succeeds. */
async function tryActions(space: string, { token, path }: { token: string; path: string }) {
  const caller = on(space, { token });
  const [comment, , reply] = path.split('/');
  const isDone = ({ status }: { status: number }) => status < 300;
  const view = isDone(await caller.get(path));
  const edit = isDone(await caller.update(path, { body: { markdown: 'Said otherwise' } }));
  const answer = isDone(await caller.reply(comment!, 'Indeed'));
  // Deleting a hidden or missing comment also succeeds, so the test checks the stored row.
  await caller.remove(path);
  const query = test.store.sql
    .selectFrom('Comment')
    .select('id')
    .where('id', '=', reply ?? comment!);
  return { view, edit, reply: answer, delete: (await test.store.read.first(query)) === undefined };
}

type Caller = [name: string, who: () => Promise<{ id: string; token: string }>];

const member = (role: Role): Caller => [role, () => seedMember(test, acme.id, role)];
const withScopes = (role: Role, ...scopes: string[]): Caller => [
  `${role} with ${scopes.join(' and ')}`,
  async () => {
    const { id } = await seedMember(test, acme.id, role);
    return { id, token: await tokenOf(test, id, { scopes }) };
  },
];
const guest = (role: Role): Caller => [
  `guest who may ${role}`,
  async () => {
    const one = await seedMember(test, acme.id, null);
    await seedGrant(test, acme.id, { to: one.id, on: manual.id, role });
    return one;
  },
];

const callers: Caller[] = [
  ...(['read', 'comment', 'edit', 'review', 'create', 'admin'] as const).map(member),
  ...(['read', 'comment', 'edit', 'admin'] as const).map(guest),
  withScopes('admin', 'agent'),
  withScopes('admin', 'space:view'),
  withScopes('admin', 'space:view', 'space:comment'),
  withScopes('admin', 'space:view', 'space:deleteComments'),
  withScopes('admin', 'space:view', 'space:comment', 'space:deleteComments'),
];

describe.each(['comment', 'reply'])('the permissions of a %s are the actions that succeed', (kind) => {
  it.each(callers)('for %s, on own comments and on comments of others', async (_, make) => {
    const who = await make();
    for (const author of [who.id, ann.id]) {
      const path = await createCommentBy(manual.id, { kind, author });
      const { permissions } = (await on(manual.id, who).get(path)).body;
      expect(permissions).toEqual(await tryActions(manual.id, { token: who.token, path }));
    }
  });

  it('for an admin who sees a deleted space', async () => {
    const { id: space } = await seedManual(test, acme);
    const path = await createCommentBy(space, { kind, author: acme.admin.id });
    await test.rest('DELETE', `/spaces/${space}`, acme.admin);
    const { permissions } = (await on(space, acme.admin).get(path)).body;
    expect(permissions).toEqual({ view: true, edit: false, reply: false, delete: false });
    expect(await tryActions(space, { token: acme.admin.token, path })).toEqual(permissions);
  });
});
