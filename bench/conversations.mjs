import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProbe } from './probe.mjs';
import { reportTarget } from './report.mjs';
import { startServer } from './serve.mjs';
import { seed, withFolder } from './world.mjs';

/** Number of messages to ingest. The constant below is the number of messages in one call. */
const count = Number(process.env.BENCH_MESSAGES ?? 10_000);
const messagesPerRequest = 1000;

/**
 * Limits: seconds and megabytes for all messages, seconds for one more message, and milliseconds for a request of
 * another client during the ingest.
 */
const target = { seconds: 60, megabytes: 600, one: 1, milliseconds: 50 };

/**
 * Ingests 10,000 messages into a server on SQLite that runs jobs, then one more. Measures the time until they are
 * analyzed, the peak memory, and the duration of a concurrent `GET /v1/user`.
 */
export default function conversations() {
  return withFolder(async (folder) => {
    const url = `file:${join(folder, 'bench.db')}`;
    const world = await seed(url);
    const server = await startServer('docgraph', { url, jobs: true });
    try {
      await measure(server, world);
    } finally {
      await server.stop();
    }
  });
}

async function measure({ port, megabytes, longestDelay }, { organization, token }) {
  const ask = async (path, options = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`http://127.0.0.1:${port}/v1/orgs/${organization}/${path}`, { headers, ...options });
    if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  };
  const ingest = (body) => ask('conversations', { method: 'POST', body: JSON.stringify(body) });
  const analysed = async () => {
    while ((await unfinishedJobs({ port, organization, token })) > 0) await sleep(20);
  };
  const allMessages = messages();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, megabytes());
  }, 100);
  const resting = await startProbe({ port, token });
  await sleep(5000);
  const idle = await resting.stop();
  await longestDelay();
  const probe = await startProbe({ port, token });
  const start = performance.now();
  for (let from = 0; from < allMessages.length; from += messagesPerRequest)
    await ingest(allMessages.slice(from, from + messagesPerRequest));
  await analysed();
  const seconds = (performance.now() - start) / 1000;
  const calls = await probe.stop();
  const delay = await longestDelay();
  clearInterval(watch);
  const begun = performance.now();
  await ingest({ ...allMessages[0], id: 'one more' });
  await analysed();
  const one = (performance.now() - begun) / 1000;
  const { count: clusters } = await ask('conversations-clusters?limit=1');
  console.log(
    `  ${count} messages in ${clusters} clusters after ${seconds.toFixed(1)} s, ${most.toFixed(0)} MB at most; one more after ${one.toFixed(2)} s; an innocent call p50 ${calls.p50.toFixed(1)}, p99 ${calls.p99.toFixed(1)}, longest ${calls.longest.toFixed(0)} ms; the loop stood ${delay.toFixed(0)} ms; an idle server p99 ${idle.p99.toFixed(1)} ms`,
  );
  reportTarget(`at most ${target.seconds} s`, seconds <= target.seconds);
  reportTarget(`at most ${target.megabytes} MB`, most <= target.megabytes);
  reportTarget(`one more within ${target.one} s`, one <= target.one);
  reportTarget(`p99 of an innocent call at most ${target.milliseconds} ms`, calls.p99 <= target.milliseconds);
}

/** Returns how many jobs of the organization are waiting or running. */
async function unfinishedJobs({ port, organization, token }) {
  const query = `query ($id: ID!) { organization(id: $id) {
    waiting: jobs(filter: { status: WAITING }) { totalCount } running: jobs(filter: { status: RUNNING }) { totalCount } } }`;
  const answer = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { id: organization } }),
  });
  const { waiting, running } = (await answer.json()).data.organization;
  return waiting.totalCount + running.totalCount;
}

const openings = ['', 'Hello, ', 'Hi there! ', 'Please help: ', 'Since yesterday ', 'I think '];
const subjects =
  'card,refund,password,exchange rate,invoice,transfer,account,statement,app,phone number,limit,fee,top up,address,PIN'.split(
    ',',
  );
const troubles =
  'has not arrived,is wrong,cannot be changed,was declined,is missing,is too high,does not work,was charged twice,is blocked,takes days'.split(
    ',',
  );
const endings = [
  '',
  '. What can I do?',
  ' and nobody answers',
  ', is that normal?',
  ' again',
  ' in my country',
  ' since the update',
];

/** Returns messages about a fixed set of subjects, the same in every run. */
function messages() {
  let state = 1;
  const one = (items) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return items[Math.floor((state / 2_147_483_648) * items.length)];
  };
  return Array.from({ length: count }, (_, index) => {
    const body = `${one(openings)}my ${one(subjects)} ${one(troubles)}${one(endings)} (${one(subjects)} ${index % 97})`;
    return { id: `m${index}`, parts: [{ type: 'message', role: 'user', body }] };
  });
}
