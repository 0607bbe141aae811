import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/platform/db/open.js';
import { docgraph, type Environment, runJsonCommand, spawnDocgraph } from '../support/command-line.js';
import { migratedDatabase } from '../support/database.js';

let env: Environment;
let org: string;
let ann: string;
beforeAll(async () => {
  env = { DATABASE_URL: await migratedDatabase() };
  ({ id: ann } = await runJsonCommand(['user', 'create', '--email', 'ann@acme.test', '--name', 'Ann'], env));
  ({ id: org } = await runJsonCommand(['org', 'create', '--title', 'Acme', '--owner', 'ann@acme.test'], env));
});

const update = (plan: string) => runJsonCommand(['org', 'update', org, '--plan', plan], env);

/** Runs `docgraph events` and returns the printed events. */
async function runEvents(...args: string[]): Promise<Record<string, unknown>[]> {
  const { code, stdout, stderr } = await docgraph(['events', ...args], env);
  expect([code, stderr]).toEqual([0, '']);
  return linesOf(stdout);
}

function linesOf(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Writes an event as a server does for an action of the user Ann. `changes` may contain any text that users write. */
async function writeEventOfAnn(changes: object): Promise<void> {
  const store = await openStore({ url: env.DATABASE_URL! });
  try {
    await store.transaction(async ({ prisma }) => {
      const { eventSequence: sequence } = await prisma.organization.update({
        where: { id: org },
        data: { eventSequence: { increment: 1 } },
        select: { eventSequence: true },
      });
      const about = { organizationId: org, sequence, action: 'createSpace', targetId: space, spaceId: space };
      await prisma.event.create({
        data: { ...about, at: new Date('2031-01-31'), actorId: ann, tokenId: 'tok', changes },
      });
    });
  } finally {
    await store.close();
  }
}

const space = 'spc_00000000000000000000000001';

describe('docgraph events', () => {
  it('prints a JSON line for each of the latest events, in ascending order', async () => {
    await update('plus');
    await update('pro_2024');
    const all = await runEvents();
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1));
    expect(all.at(-1)).toMatchObject({ organizationId: org, action: 'setOperatorFacts', targetId: org, tokenId: null });
    expect(await runEvents('--limit', '2', '--org', org)).toEqual(all.slice(-2));
    expect(await runEvents('--limit', '0')).toEqual([]);
  });

  it('filters by space, action, actor and time', async () => {
    await writeEventOfAnn({ title: 'Guide' });
    const [event, ...none] = await runEvents('--space', space);
    expect([event, none]).toMatchObject([{ action: 'createSpace', spaceId: space, changes: { title: 'Guide' } }, []]);
    for (const args of [
      ['--action', 'createSpace'],
      ['--actor', 'Ann@acme.test'],
      ['--actor', ann],
      ['--since', '2031-01-31'],
    ])
      expect(await runEvents(...args)).toEqual([event]);
    expect(await runEvents('--since', '2031-01-31T00:00:01Z')).toEqual([]);
    expect(await runEvents('--actor', ann, '--action', 'updateSpaceById')).toEqual([]);
  });

  it('prints a readable line per event on a terminal: time, organization, number, action, actor, target and changes', async () => {
    await writeEventOfAnn({ title: '\u001b[2JGuide\nof all', whole: 'x'.repeat(200) });
    const before = process.stdout.isTTY;
    process.stdout.isTTY = true;
    onTestFinished(() => {
      process.stdout.isTTY = before;
    });
    const { stdout } = await docgraph(['events', '--limit', '1', '--actor', ann], env);
    const { sequence } = JSON.parse((await docgraph(['events', '--limit', '1', '--json'], env)).stdout);
    const start = `2031-01-31T00:00:00.000Z  ${org}  #${sequence}  createSpace  Ann  ${space}`;
    expect(stdout).toMatch(new RegExp(`^${start}  title:  \\[2JGuide of all, whole: x{68}…\n$`));
    const { stdout: operators } = await docgraph(['events', '--action', 'setOperatorFacts'], env);
    expect(operators.split('\n')[0]).toMatch(/ {2}setOperatorFacts {2}operator {2}org_\w+ {2}plan: plus$/);
  });
});

/** Runs `docgraph events --follow` in a separate process. */
function startFollowing(...args: string[]) {
  const child = spawnDocgraph(['events', '--follow', ...args], env);
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  createInterface(child.stdout!).on('line', (line) => lines.push(line));
  let stderr = '';
  child.stderr!.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  const ended = once(child, 'exit').then(([code]) => ({ code, stderr }));
  return {
    child,
    lines,
    ended,
    until: (count: number) => expect.poll(() => lines.length).toBeGreaterThanOrEqual(count),
  };
}

describe('docgraph events --follow', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints events that other processes write, in order and filtered by its options, until it exits with 0 after %s',
    async (name) => {
      const { child, lines, ended, until } = startFollowing('--limit', '1', '--action', 'setOperatorFacts');
      await until(1);
      await update('plus');
      await until(2);
      await writeEventOfAnn({});
      await update('pro_2024');
      await until(3);
      child.kill(name);
      expect(await ended).toEqual({ code: 0, stderr: '' });
      const got = linesOf(lines.join('\n'));
      expect(got.map(({ changes }) => changes).slice(1)).toEqual([{ plan: 'plus' }, { plan: 'pro_2024' }]);
      expect(got).toEqual((await runEvents('--action', 'setOperatorFacts')).slice(-3));
    },
  );

  it('exits with 0 if the reader of its stdout closes the pipe', async () => {
    const { child, ended, until } = startFollowing('--limit', '1');
    await until(1);
    child.stdout!.destroy();
    await update('plus');
    expect(await ended).toEqual({ code: 0, stderr: '' });
  });
});

describe('docgraph events with invalid arguments', () => {
  it.each([
    [['--limit', 'all'], '`--limit` must be a whole number from 0 to 10000 (got "all")'],
    [['--limit', '10001'], '`--limit` must be a whole number from 0 to 10000 (got "10001")'],
    [['--space', 'Guide'], 'No space with the id or title "Guide"'],
    [
      ['--action', 'toString'],
      '`--action` must be the name of an action, such as mergeChangeRequest (docs/events.md has them all) (got "toString")',
    ],
    [['--actor', 'no@one.test'], 'No user with the id, e-mail address or name "no@one.test"'],
    [
      ['--since', 'yesterday'],
      '`--since` must be a date such as 2027-01-31, or a time in UTC such as 2027-01-31T12:00Z (got "yesterday")',
    ],
    [['--org', 'org_1'], 'No organization with the id or title "org_1"'],
  ])('exits with 1 and one sentence: %j', async (args, message) => {
    const refused = { code: 1, stdout: '', stderr: `docgraph: ${message}\n` };
    expect(await docgraph(['events', ...args], env)).toEqual(refused);
    expect(await docgraph(['events', '--follow', ...args], env)).toEqual(refused);
  });

  it('lists the organizations if --org is missing and there are several, and reports if there are none', async () => {
    const other = { DATABASE_URL: await migratedDatabase() };
    const refused = async () => (await docgraph(['events'], other)).stderr;
    expect(await refused()).toBe('docgraph: `--org` must be an organization, and there is none yet\n');
    const { id: one } = await runJsonCommand(['org', 'create', '--title', 'One'], other);
    expect(await refused()).toBe('');
    const { id: two } = await runJsonCommand(['org', 'create', '--title', 'Two'], other);
    expect(await refused()).toBe(
      `docgraph: \`--org\` must be one of the organizations (got none): ${one} (One), ${two} (Two)\n`,
    );
  });
});
