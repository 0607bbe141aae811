import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepareCheckout } from './checkout.mjs';
import { compare, medianAndRange } from './compare.mjs';
import { load } from './dist.mjs';
import { startFollowers } from './followers.mjs';
import { startProbe } from './probe.mjs';
import { range, reportComparison, reportTarget } from './report.mjs';
import { startServer } from './serve.mjs';
import { seed, withFolder } from './world.mjs';

/** Number of followers (subscribers to a space): half of them read the space by their role, half by a grant. */
const followers = 200;
/** Number of reactions that are sent per second. */
const perSecond = 50;
/** Duration of sending, in seconds. */
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);

/** Maximum factor by which followers may increase the p99 of another client's reads. Delays have no target. */
const target = 2;

/**
 * Subscribes 200 users (followers) to a space with 50 reactions per second, on SQLite. Checks that each follower gets
 * each event once and in order, and measures the delays. Measures reads of another client with and without followers,
 * in alternating rounds. Then measures the server's cost of a comment, compared to BENCH_BASE if it is set.
 */
export default function live() {
  return withFolder(async (folder) => {
    const url = `file:${join(folder, 'bench.db')}`;
    const world = await seed(url);
    const tokens = await seedFollowers(url, world);
    const server = await startServer('docgraph', { url });
    try {
      await measureFollowers(server, { ...world, space: world.spaces[0], tokens });
    } finally {
      await server.stop();
    }
    if (process.env.BENCH_BASE) await measureWrites(url, world);
  });
}

/** Creates users with one token each; every other user is a guest with a grant. */
async function seedFollowers(url, { organization, spaces }) {
  const { openStore } = await load('platform/db/open.js');
  const { operatorOf } = await load('modules/identity/tokens/bootstrap.js');
  const { createToken } = await load('modules/identity/tokens/operator-actions.js');
  const { createUser } = await load('modules/identity/members/user-actions.js');
  const { inviteTo } = await load('modules/sharing/grants/actions.js');
  const store = await openStore({ url });
  const operator = { store, viewer: await operatorOf(store) };
  const people = [];
  for (let index = 0; index < followers; index++) {
    const role = index % 2 === 0 ? 'read' : 'guest';
    people.push(await createUser(operator, { email: `f${index}@bench.test`, name: `F ${index}`, organization, role }));
  }
  const users = people.filter((_, index) => index % 2 === 1);
  await inviteTo(operator, { kind: 'space', id: spaces[0] }, { role: 'read', users });
  const tokens = [];
  for (const user of people) tokens.push((await createToken(operator, { user })).token);
  await store.close();
  return tokens;
}

async function measureFollowers(server, world) {
  const comments = await Promise.all(Array.from({ length: perSecond }, () => post(server, world)));
  const phases = { alone: [], beside: [] };
  await measurePhase(server, world, { comments, tokens: [] });
  for (let round = 0; round < rounds; round++) {
    phases.alone.push(await measurePhase(server, world, { comments, tokens: [] }));
    phases.beside.push(await measurePhase(server, world, { comments, tokens: world.tokens }));
  }
  for (const { got, written: count, ...one } of phases.beside) {
    console.log(
      `  ${got.whole} of ${followers} got each of ${count} events once, in order, after ${got.p50} ms (p50), ${got.p99} ms (p99)`,
    );
    console.log(`    ${report(one)}`);
  }
  for (const one of phases.alone) console.log(`  without followers: ${report(one)}`);
  reportTarget(
    'each event reaches each follower once, in order',
    phases.beside.every(({ got }) => got.whole === followers),
  );
  const ratio = medianAndRange(phases.beside.map(({ reads }, index) => reads.p99 / phases.alone[index].reads.p99));
  console.log(`  p99 of another's read, beside followers and without: ${range(ratio)}`);
  reportTarget(`at most ${target}`, ratio.median <= target);
}

function report({ reads, cpu }) {
  return `another's read p50 ${reads.p50.toFixed(1)}, p99 ${reads.p99.toFixed(1)} ms; the server used ${(cpu * 100).toFixed(0)} % of a core`;
}

/**
 * Sends reactions for some seconds while another client reads. If `tokens` of followers are given, the followers
 * subscribe first.
 */
async function measurePhase(server, { space, token, spaces }, { comments, tokens }) {
  const [one] = tokens.length > 0 ? [await startFollowers({ port: server.port, space, tokens })] : [];
  const probe = await startProbe({ port: server.port, token, path: `/v1/spaces/${spaces[1]}` });
  const [before, start] = [await server.cpuSeconds(), performance.now()];
  const count = await react(server, { token, space, comments });
  const cpu = ((await server.cpuSeconds()) - before) / ((performance.now() - start) / 1000);
  return { reads: await probe.stop(), cpu, written: count, got: await one?.stop(count) };
}

/** Reacts to the comments in turn; removes the reaction if it exists. */
async function react(server, { token, space, comments }) {
  const sent = [];
  const start = performance.now();
  for (let index = 0; index < perSecond * seconds; index++) {
    const due = start + (index * 1000) / perSecond - performance.now();
    if (due > 0) await new Promise((resolve) => setTimeout(resolve, due));
    const comment = comments[index % comments.length];
    comment.isLiked = !comment.isLiked;
    const change = comment.isLiked ? 'addedReactions' : 'removedReactions';
    const input = { space, comment: comment.id, [change]: ['1f44d'] };
    sent.push(ask(server, token, { query: reaction, variables: { input } }));
  }
  return (await Promise.all(sent)).length;
}

const reaction = 'mutation ($input: UpdateCommentInput!) { updateComment(input: $input) { comment { id } } }';
const posting = 'mutation ($input: PostCommentInput!) { postComment(input: $input) { comment { id } } }';

async function post(server, { token, space }) {
  const { postComment } = await ask(server, token, postBody(space));
  return postComment.comment;
}

function postBody(space) {
  return { query: posting, variables: { input: { space, body: { markdown: 'Hello' } } } };
}

async function ask({ port }, token, body) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const { data, errors } = await answer.json();
  if (errors) throw new Error(`A write was refused: ${errors[0].message}`);
  return data;
}

/** Posts comments repeatedly without followers, and compares the cost with another revision on the same file. */
async function measureWrites(url, { spaces, token }) {
  const { name, folder } = await prepareCheckout(process.env.BENCH_BASE);
  const { compiledModules } = await import(pathToFileURL(join(folder, 'scripts/compiled.mjs')).href);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const request = { method: 'POST', path: '/graphql', headers, body: JSON.stringify(postBody(spaces[2])) };
  const base = await startServer('docgraph', { url }, { DOCGRAPH_MODULES: compiledModules() });
  const ours = await startServer('docgraph', { url });
  try {
    console.log('  a comment posted, over and over');
    reportComparison(await compare({ ...ours, request }, { ...base, request }), { against: name, target: 0.91 });
  } finally {
    await Promise.all([ours.stop(), base.stop()]);
  }
}
