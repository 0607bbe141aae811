import { beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../../../docs/pages.js';
import { testApp } from '../../../support/app.js';
import { type Person, seedGrant, seedMember, seedOrganization, seedSpace, seedTeam } from '../../../support/seed.js';
import { createExplainer, decisiveStep } from './explain-query.js';

const test = await testApp();
const acme = await seedOrganization(test);
let writer: Person;
let guest: Person;
let reader: Person;
const ids: Record<'guides' | 'inner' | 'deep' | 'space' | 'loose' | 'team' | 'hidden', string> = {} as never;

const create = async (kind: 'spaces' | 'collections', body: object): Promise<string> =>
  (await test.rest('POST', `/orgs/${acme.id}/${kind}`, { ...acme.admin, body })).body.id;

beforeAll(async () => {
  writer = await seedMember(test, acme.id, 'comment');
  reader = await seedMember(test, acme.id, 'read');
  guest = await seedMember(test, acme.id, null);
  ids.guides = await create('collections', { title: 'Guides' });
  ids.inner = await create('collections', { title: 'Inner', parent: ids.guides });
  ids.space = await create('spaces', { title: 'Manual', parent: ids.inner });
  ids.hidden = await create('collections', { title: 'Secret' });
  await test.rest('PATCH', `/collections/${ids.hidden}`, { ...acme.admin, body: { defaultLevel: null } });
  ids.deep = await create('spaces', { title: 'Deep', parent: ids.hidden });
  ids.loose = await create('spaces', { title: 'Loose' });
  ids.team = await seedTeam(test, acme.id, { title: 'Writers', members: [writer.id], owners: [reader.id] });
  await seedGrant(test, acme.id, { to: ids.team, on: ids.guides, role: 'edit' });
  await seedGrant(test, acme.id, { to: guest.id, on: ids.deep, role: 'read' });
});

const explain = createExplainer(test);

describe('the explanation of an access decision', () => {
  it('contains all steps in their order, with the team and the collection that decide', async () => {
    const answer = await explain(writer, { subject: ids.space, action: 'SPACE_EDIT' });
    expect(answer).toMatchObject({ allowed: true, action: 'SPACE_EDIT', needs: 'EDIT', effectiveRole: 'EDIT' });
    expect(answer.steps).toEqual([
      {
        kind: 'TOKEN_SCOPE',
        role: null,
        sentence: 'The token has no scopes: it may do what its user may.',
        decisive: false,
        place: null,
        team: null,
      },
      {
        kind: 'MEMBER_ROLE',
        role: 'COMMENT',
        sentence: 'Your role in the organization is comment; here it counts where the default level inherits it.',
        decisive: false,
        place: null,
        team: null,
      },
      {
        kind: 'USER_GRANT',
        role: null,
        sentence: 'Nothing is granted to you on the space Manual or above.',
        decisive: false,
        place: null,
        team: null,
      },
      {
        kind: 'TEAM_GRANT',
        role: 'EDIT',
        sentence: 'The team Writers has the role edit on the collection Guides, two levels above.',
        decisive: true,
        place: { id: ids.guides },
        team: { title: 'Writers' },
      },
      {
        kind: 'DEFAULT_LEVEL',
        role: 'COMMENT',
        sentence:
          'The default levels up to the collection Guides, two levels above, inherit: members have their own role, here comment.',
        decisive: false,
        place: { id: ids.guides },
        team: null,
      },
    ]);
  });

  it('equals the example in the manual', async () => {
    const { steps } = await explain(writer, { subject: ids.space, action: 'SPACE_EDIT' });
    const rows = rowsOf('docs/access.md', /^[A-Z]+_[A-Z]+$/);
    expect(rows.map(([kind, sentence, deciding]) => ({ kind, sentence, decisive: deciding === 'yes' }))).toEqual(
      steps.map(({ kind, sentence, decisive: is }: Record<string, unknown>) => ({ kind, sentence, decisive: is })),
    );
  });

  it('names the step that gives an insufficient role as the decisive step of a refusal', async () => {
    const answer = await explain(writer, { subject: ids.loose, action: 'SPACE_EDIT' });
    expect(answer).toMatchObject({ allowed: false, needs: 'EDIT', effectiveRole: 'COMMENT' });
    expect(decisiveStep(answer)).toMatchObject({ kind: 'DEFAULT_LEVEL', place: { id: ids.loose } });
  });

  it.each([
    ['SPACE_TRANSFER', 'deep'],
    ['COLLECTION_TRANSFER', 'hidden'],
  ] as const)('of %s depends only on the role in the organization, not on grants', async (action, on) => {
    const owner = await seedMember(test, acme.id, null);
    await seedGrant(test, acme.id, { to: owner.id, on: ids.hidden, role: 'admin' });
    const refused = await explain(owner, { subject: ids[on], action });
    expect(refused).toMatchObject({ allowed: false, needs: 'ADMIN', effectiveRole: null });
    expect(refused.steps.map(({ kind }: { kind: string }) => kind)).toEqual(['TOKEN_SCOPE', 'MEMBER_ROLE']);
    const name = action.toLowerCase().replace('_', '.');
    const sentence = `Your role in the organization is guest; ${name} needs admin.`;
    expect(decisiveStep(refused)).toMatchObject({ kind: 'MEMBER_ROLE', sentence });
    const other = await explain(acme.admin, { subject: ids[on], action, user: owner.id });
    expect([other.allowed, decisiveStep(other)]).toMatchObject([false, { kind: 'MEMBER_ROLE' }]);
    const allowed = await explain(acme.admin, { subject: ids[on], action });
    expect(allowed).toMatchObject({ allowed: true, effectiveRole: 'ADMIN' });
    expect(decisiveStep(allowed)).toMatchObject({ kind: 'MEMBER_ROLE' });
  });
});

it('the explanation says that a lock refuses edits, but not changes of settings, also to admins', async () => {
  const space = await create('spaces', { title: 'Locked', editMode: 'locked' });
  for (const action of ['SPACE_EDIT', 'CHANGE_REQUEST_CREATE', 'CHANGE_REQUEST_EDIT', 'CHANGE_REQUEST_MERGE']) {
    const answer = await explain(acme.admin, { subject: space, action });
    expect([answer.allowed, decisiveStep(answer)]).toMatchObject([false, { kind: 'LOCK' }]);
  }
  const settings = await explain(acme.admin, { subject: space, action: 'SPACE_UPDATE' });
  expect([settings.allowed, decisiveStep(settings)]).toMatchObject([true, { kind: 'MEMBER_ROLE' }]);
});

it('the explanation for a deleted space is returned only to admins, who may read and restore the space', async () => {
  const space = await seedSpace(test, acme.id);
  await test.store.transaction(
    async ({ prisma }) => void (await prisma.space.update({ where: { id: space }, data: { deletedAt: new Date() } })),
  );
  const other = await explain(acme.admin, { subject: space, action: 'SPACE_VIEW', user: reader.id });
  expect([other.allowed, other.effectiveRole, decisiveStep(other)]).toMatchObject([false, null, { kind: 'DELETED' }]);
  for (const [action, allowed] of [
    ['SPACE_VIEW', true],
    ['SPACE_RESTORE', true],
    ['CHANGE_REQUEST_VIEW', true],
    ['SPACE_EDIT', false],
    ['SPACE_UPDATE', false],
    ['SPACE_DELETE', false],
    ['SPACE_TRANSFER', false],
  ] as const) {
    const own = await explain(acme.admin, { subject: space, action });
    expect([action, own.allowed, decisiveStep(own)]).toMatchObject([
      action,
      allowed,
      { kind: allowed ? 'MEMBER_ROLE' : 'DELETED' },
    ]);
  }
  expect((await explain(reader, { subject: space, action: 'SPACE_VIEW' })).isNull).toBe(true);
});

it('the explanation does not name a collection that the caller may not see', async () => {
  const answer = await explain(guest, { subject: ids.deep, action: 'SPACE_VIEW' });
  expect(answer).toMatchObject({ allowed: true, effectiveRole: 'READ' });
  const level = answer.steps.find(({ kind }: { kind: string }) => kind === 'DEFAULT_LEVEL');
  expect(level).toMatchObject({
    place: null,
    sentence:
      'The default level of a collection that is not visible to you, one level above, is none: it gives members no role.',
  });
  expect(JSON.stringify(answer)).not.toContain('Secret');
});

it('the explanation names the scope that a token lacks', async () => {
  const narrow = await seedMember(test, acme.id, 'admin');
  const where = { userId: narrow.id };
  await test.store.transaction(
    async ({ prisma }) => void (await prisma.accessToken.updateMany({ where, data: { scopes: ['read'] } })),
  );
  const answer = await explain(narrow, { subject: ids.loose, action: 'SPACE_COMMENT' });
  expect([answer.allowed, decisiveStep(answer)]).toMatchObject([
    false,
    { sentence: 'space.comment is outside the scopes of the token; it needs the scope space:comment.' },
  ]);
});

describe('the access of another user', () => {
  it('is explained to admins, without a step for token scopes', async () => {
    const answer = await explain(acme.admin, { subject: ids.space, action: 'SPACE_EDIT', user: writer.id });
    expect(answer).toMatchObject({ allowed: true, effectiveRole: 'EDIT' });
    expect(answer.steps.map(({ kind }: { kind: string }) => kind)).toEqual([
      'MEMBER_ROLE',
      'USER_GRANT',
      'TEAM_GRANT',
      'DEFAULT_LEVEL',
    ]);
    expect(answer.steps[0].sentence).toMatch(/^The user's role in the organization is comment/);
  });

  it('is explained to admins only; other members get FORBIDDEN', async () => {
    const { errors } = await explain(writer, { subject: ids.space, action: 'SPACE_EDIT', user: acme.admin.id });
    expect(errors![0]!.extensions).toMatchObject({ code: 'FORBIDDEN', action: 'member.viewAccess', needs: 'admin' });
  });

  it('is explained as refused if the user is disabled', async () => {
    const gone = await seedMember(test, acme.id, 'admin');
    await test.store.transaction(
      async ({ prisma }) =>
        void (await prisma.member.updateMany({ where: { userId: gone.id }, data: { disabled: true } })),
    );
    const answer = await explain(acme.admin, { subject: ids.space, action: 'SPACE_VIEW', user: gone.id });
    expect([answer.allowed, answer.effectiveRole]).toEqual([false, null]);
    expect(decisiveStep(answer)).toMatchObject({ sentence: 'The user is disabled in the organization.' });
  });

  it('is explained as refused if the user did not use the single sign-on that the organization requires', async () => {
    const globex = await seedOrganization(test, 'Globex');
    const [inside, outside] = [await seedMember(test, globex.id, 'edit'), await seedMember(test, globex.id, 'admin')];
    await test.store.transaction(async ({ prisma }) => {
      await prisma.organization.update({ where: { id: globex.id }, data: { sso: true } });
      await prisma.member.updateMany({ where: { userId: inside.id }, data: { sso: true } });
    });
    const subject = await seedSpace(test, globex.id);
    const explainAs = (user: string) => explain(globex.admin, { subject, action: 'SPACE_VIEW', user });
    expect(await explainAs(inside.id)).toMatchObject({ allowed: true, effectiveRole: 'EDIT' });
    const answer = await explainAs(outside.id);
    expect([answer.allowed, answer.effectiveRole]).toEqual([false, null]);
    const sentence =
      'The user is locked out: the organization takes single sign-on alone, and tokens that the operator made.';
    expect(decisiveStep(answer)).toMatchObject({ kind: 'MEMBER_ROLE', sentence });
  });

  it('returns the same error for a user who is not a member as for an unknown id', async () => {
    const globex = await seedOrganization(test, 'Globex');
    for (const user of [globex.admin.id, 'usr_00000000000000000000000000']) {
      const { errors } = await explain(acme.admin, { subject: ids.space, action: 'SPACE_VIEW', user });
      expect(errors![0]).toMatchObject({
        message: `\`user\` must be a member of the organization (got "${user}")`,
        extensions: { code: 'BAD_USER_INPUT', field: 'user' },
      });
    }
  });
});

describe('the subjects of an explanation', () => {
  it('are null if the caller may not see them', async () => {
    const globex = await seedOrganization(test, 'Globex');
    const foreign = await seedSpace(test, globex.id);
    for (const subject of [foreign, globex.id, ids.hidden, 'spc_00000000000000000000000000', 'nonsense', writer.id])
      expect(await explain(writer, { subject, action: 'SPACE_VIEW' })).toMatchObject({ isNull: true });
  });

  it('return 400 if the action does not apply to them', async () => {
    for (const [subject, action] of [
      [ids.guides, 'SPACE_UPDATE'],
      [ids.space, 'COLLECTION_UPDATE'],
      [acme.id, 'CHANGE_REQUEST_MERGE'],
    ] as const) {
      const { errors } = await explain(acme.admin, { subject, action });
      expect(errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'action' });
    }
  });

  it('of every kind are explained in at most 6 batches, for the caller and for another user', async () => {
    const space = await seedSpace(test, acme.id);
    await test.rest('PATCH', `/spaces/${space}`, { ...acme.admin, body: { defaultLevel: null } });
    await seedGrant(test, acme.id, { to: writer.id, on: space, role: 'review' });
    const proposal = await test.rest('POST', `/spaces/${space}/change-requests`, { ...writer, body: {} });
    const site = await test.rest('POST', `/orgs/${acme.id}/sites`, { ...acme.admin, body: {} });
    const { body: pages } = await test.rest('GET', `/spaces/${space}/content/pages`, writer);
    const { body } = await test.rest('GET', `/spaces/${space}`, writer);
    const inSpace = [space, proposal.body.id, body.revision, pages.pages[0].id];
    const subjectActionPairs: [string, string][] = [
      ...inSpace.map((subject): [string, string] => [subject, 'CHANGE_REQUEST_MERGE']),
      [ids.space, 'SPACE_EDIT'],
      [ids.inner, 'COLLECTION_VIEW'],
      [acme.id, 'ORGANIZATION_VIEW'],
      [site.body.id, 'SITE_VIEW'],
      [ids.team, 'TEAM_VIEW'],
    ];
    for (const [subject, action] of subjectActionPairs) {
      for (const [person, user] of [[writer] as const, [acme.admin, writer.id] as const]) {
        const batches = await test.batches(async () =>
          expect(await explain(person, { subject, action, ...(user && { user }) })).toMatchObject({ allowed: true }),
        );
        expect(batches.length, `${subject} ${batches.join('\n')}`).toBeLessThanOrEqual(6);
      }
    }
  });
});
