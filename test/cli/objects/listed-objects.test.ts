import { expect, it, onTestFinished, vi } from 'vitest';
import { formatTable } from '../../../src/cli/objects/format-table.js';
import { type ReadPage, readPages } from '../../../src/cli/objects/read-pages.js';
import { publicUrl, testApp } from '../../support/app.js';
import { docgraph } from '../../support/command-line.js';
import { seedMember, seedOrganization, seedSpace, seedTeam } from '../../support/seed.js';

const test = await testApp();
const { id: org, admin } = await seedOrganization(test);
const editor = await seedMember(test, org, 'edit');
const guest = await seedMember(test, org, null);
const team = await seedTeam(test, org, { title: 'Writers', members: [editor.id], owners: [admin.id] });
const manual = await seedSpace(test, org, { 'README.md': '# Hello\n', 'guide.md': '# Guide\n' });
const guide = (await test.rest('POST', `/orgs/${org}/spaces`, { ...admin, body: { title: 'Guide' } })).body.id;
const site = (
  await test.rest('POST', `/orgs/${org}/sites`, { ...admin, body: { title: 'Help', spaces: [manual, guide] } })
).body.id;
const env = { DATABASE_URL: test.url, PUBLIC_URL: publicUrl };

/** Runs a command that must succeed, and returns what it prints. */
async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await docgraph(args, env);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

const read = async (...args: string[]) => JSON.parse(await run(...args));

/** Runs a command as on a terminal, and returns the lines that it prints. */
async function runForPeople(...args: string[]): Promise<string[]> {
  const before = process.stdout.isTTY;
  process.stdout.isTTY = true;
  onTestFinished(() => {
    process.stdout.isTTY = before;
  });
  return (await run(...args)).trimEnd().split('\n');
}

const ids = (items: { id: string }[]) => items.map(({ id }) => id);

it('the list commands return the spaces, sites, members and teams of an organization, newest first', async () => {
  const { spaces } = await read('space', 'list');
  expect(spaces).toEqual([
    expect.objectContaining({ id: guide, title: 'Guide', collection: null, deletedAt: null }),
    expect.objectContaining({ id: manual, title: 'Manual', changeRequestsOpen: 0, commentsOpen: 0 }),
  ]);
  const { sites } = await read('site', 'list', '--org', 'acme');
  expect(sites).toMatchObject([{ id: site, title: 'Help', published: false, hostname: null, spaces: 2 }]);
  const { members } = await read('member', 'list', '--org', org);
  expect(ids(members)).toEqual([guest.id, editor.id, admin.id]);
  expect(members).toMatchObject([{ role: 'guest' }, { role: 'edit', email: editor.email }, { role: 'admin' }]);
  expect((await read('team', 'list')).teams).toMatchObject([{ id: team, title: 'Writers', members: 2 }]);
});

it('the list commands find objects by a part of their titles, names or addresses', async () => {
  expect(ids((await read('space', 'list', '--search', 'GUI')).spaces)).toEqual([guide]);
  expect(ids((await read('site', 'list', '--search', 'none')).sites)).toEqual([]);
  expect(ids((await read('member', 'list', '--search', editor.email)).members)).toEqual([editor.id]);
  expect(ids((await read('team', 'list', '--search', 'writ')).teams)).toEqual([team]);
  expect(ids((await read('space', 'list', '--limit', '1')).spaces)).toEqual([guide]);
  expect(ids((await read('space', 'list', '--limit', '0', '--all')).spaces)).toEqual([guide, manual]);
});

it('the list commands print a table with aligned columns on a terminal', async () => {
  const lines = await runForPeople('member', 'list');
  const start = lines[0]!.indexOf('role');
  expect(lines.map((line) => line.slice(start - 2).split(/ {2,}/)[1])).toEqual(['role', 'guest', 'edit', 'admin']);
  expect(lines[0]!.split(/ {2,}/).slice(0, 3)).toEqual(['id', 'displayName', 'email']);
  expect(
    formatTable([
      ['編集', 1],
      ['abcd\u001b', null],
      [true, 'x'],
    ]),
  ).toBe('編集   1\nabcd   -\nyes    x');
  expect(await runForPeople('team', 'list', '--search', 'none')).toEqual(['There are no such teams.']);
});

it('`org show` returns an organization with its counts, limits, admins and providers', async () => {
  const shown = await read('org', 'show');
  expect(await read('org', 'show', 'Acme')).toEqual(shown);
  expect(shown).toMatchObject({
    ...{ id: org, title: 'Acme', deletedAt: null, removeAt: null },
    ...{ members: 3, guests: 1, disabledMembers: 0, teams: 1, spaces: 2, sites: 1, deadJobs: 0 },
    limits: { maxMembers: null, maxSpaces: null, maxTokenDays: null },
    admins: [{ id: admin.id, email: admin.email }],
    providers: [],
    lastChange: { action: expect.any(String), at: expect.any(String) },
  });
});

it('`space show` and `site show` return an object with its contents', async () => {
  const organization = { id: org, title: 'Acme' };
  expect(await read('space', 'show', 'manual')).toMatchObject({
    ...{ id: manual, title: 'Manual', organization, collection: null, pages: 2, files: 0 },
    sites: [{ id: site, title: 'Help' }],
    lastChange: { action: expect.any(String) },
  });
  expect(await read('site', 'show', site)).toMatchObject({
    ...{ id: site, organization, hostname: null, isHostnameConfirmed: false, sections: 0, shareLinks: 0 },
    url: `${publicUrl}/published/${org}/${site}`,
    spaces: [
      { id: manual, isDefault: true },
      { id: guide, isDefault: false },
    ],
    lastChange: { actor: expect.stringContaining('Admin') },
  });
});

it('the commands that show a user, a member or a team return memberships', async () => {
  expect(await read('user', 'show', editor.email)).toMatchObject({
    ...{ id: editor.id, email: editor.email, isServiceAccount: false, tokens: 1, sessions: 0 },
    memberships: [{ id: org, title: 'Acme', role: 'edit', disabled: false }],
  });
  expect(await read('member', 'show', editor.id)).toMatchObject({
    ...{ id: editor.id, organization: { id: org }, role: 'edit', grants: 0 },
    teams: [{ id: team, title: 'Writers', role: 'member' }],
  });
  expect(await read('team', 'show', 'writers')).toMatchObject({
    ...{ id: team, title: 'Writers', members: 2, grants: 0, providerGroups: 0 },
    newestMembers: [
      { id: editor.id, role: 'member' },
      { id: admin.id, role: 'owner' },
    ],
  });
  const lines = await runForPeople('team', 'show', 'Writers');
  expect(lines).toContain(`organization    ${org}  Acme`);
  expect(lines.map((line) => line.replace(/Member \d+/, 'Member'))).toContain(
    `newestMembers   ${editor.id}  Member  ${editor.email}  role: member`,
  );
});

it('the show commands refuse an object that does not exist', async () => {
  const other = 'usr_00000000000000000000000001';
  for (const [args, message] of [
    [['space', 'show', 'None'], 'No space with the id or title "None"'],
    [['site', 'show', 'None'], 'No site with the id, title, basename or hostname "None"'],
    [['team', 'show', 'None'], 'No team with the id or title "None"'],
    [['user', 'show', other], `No user with the id "${other}"`],
    [['member', 'show', other], `The organization ${org} has no member ${other}`],
  ] as const)
    expect(await docgraph([...args], env)).toEqual({ code: 1, stdout: '', stderr: `docgraph: ${message}\n` });
});

it('`readPages` reads a list in pages of up to 1,000 objects', async () => {
  const all = Array.from({ length: 2_500 }, (_, index) => ({ id: `spc_${9_999 - index}` }));
  const readPage = vi.fn<ReadPage<{ id: string }>>(async ({ limit, after }) =>
    all.filter(({ id }) => after === undefined || id < after).slice(0, limit),
  );
  expect(await readPages(readPage, { limit: Number.POSITIVE_INFINITY })).toEqual(all);
  expect(readPage).toHaveBeenCalledTimes(3);
});
