import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withinBounds } from '../../support/cost.js';
import { emptyDatabase } from '../../support/database.js';
import { costOf, type ServerProcess, settings, startServer, tokenIn } from '../../support/server-process.js';
import { type Answer, get, post } from '../../support/server-requests.js';

/** Limits of a single request, whichever page it reads. */
const limits = { cpu: 2, megabytes: 256 };

const megabyte = 1_000_000;
const fill = (pattern: string, length = megabyte) => pattern.repeat(Math.floor(length / pattern.length));

/** Hostile pages. Each one is written to a change request, merged, and read in every format. */
const pages: Record<string, string> = {
  'a line of a megabyte': fill('word '),
  'a line of a megabyte without a space': fill('a'),
  'a line of 520,000 characters without a space': fill('a', 520_000),
  'a line of 104,000 words': fill('word ', 520_000),
  'a tag with 87,000 attributes': `{% hint ${fill('a="b" ', 520_000)} %}\n{% endhint %}\n`,
  'quotes 10,000 deep': `${'>'.repeat(10_000)} a`,
  'hints 5,000 deep': fill('{% hint style="info" %}\n', 120_000) + fill('{% endhint %}\n', 70_000),
  'tabs without end': fill('{% tabs %}\n{% tab title="a" %}\n', 300_000),
  '100,000 links': fill('[a](b) ', 700_000),
  '60,000 links to itself': fill('[a](#a) ', 480_000),
  'links that name it': fill('[me](hostile.md) ', 300_000),
  'broken tables': fill('|a|b|\n|-|\n', 300_000),
  'tables in HTML': fill('<table><tr><td>a', 300_000),
  'scripts and handlers': fill(
    '<script>alert(1)</script><img src=x onerror="alert(1)"> [x](javascript:alert(1)) ',
    200_000,
  ),
  'marks without end': fill('<mark style="color:red;">', 300_000),
  'expressions without end': fill('<code class="expression">space.vars.a', 300_000),
  'expressions of brackets': fill(`<code class="expression">${'('.repeat(400)}1</code> `, 200_000),
  'math without end': fill('$$x ', 300_000),
  footnotes: fill('[^a] ', 200_000) + fill('\n[^a]: b', 200_000),
  'inclusions of themselves': fill('{% include "hostile.md" %}\n', 200_000),
  'front matter without end': `---\n${fill('a:\n- ', 200_000)}`,
  'aliases in front matter': `---\na: &a [x, x]\n${Array.from({ length: 25 }, (_, level) => `b${level}: &b${level} [*${level ? `b${level - 1}` : 'a'}, *${level ? `b${level - 1}` : 'a'}]`).join('\n')}\n---\n`,
  'a null byte': 'a\0b',
  'half of a surrogate pair': 'a\ud800b',
};

/** Paths to read for each page; `ID` is the id of the page. */
const reads = ['/content/page/ID', '/content/page/ID?format=markdown', '/content/page/ID?evaluated=true'];

/** Paths to read for the whole space. */
const wholeReads = ['/content', '/content/pages', '/search?query=word', '/search?query=alert%201'];

/** The cost of a request is read from /proc. */
const hasProc = existsSync('/proc/self/stat');

it(`requests with hostile pages take at most ${limits.cpu} s of CPU and ${limits.megabytes} MB, and never get a 500`, {
  // Time limit for all measurements, in milliseconds. One measurement takes half a minute on an idle machine.
  timeout: 900_000,
}, async () => {
  const runs: MeasuredRequest[][] = [];
  const ask = async () => {
    runs.push(await askForAll());
    return leastOf(runs);
  };
  const found = await withinBounds(limits, ask, mostOf);
  const answered = found.filter(({ status }) => status === 200).length;
  console.log(`  ${answered} of ${found.length} answered, the others refused`);
  console.log(`  the slowest: ${worst(found, 'cpu')}; the largest: ${worst(found, 'megabytes')}`);
  expect(answered).toBeGreaterThan(60);
  expect(found.filter(({ status }) => status >= 500).map(({ name, status }) => `${name}: ${status}`)).toEqual([]);
});

/** Writes and reads all pages on a new server, whose caches are empty. */
async function askForAll(): Promise<MeasuredRequest[]> {
  const server = await startServer({ ...settings, RATE_LIMIT: 'off', DATABASE_URL: await emptyDatabase() });
  const token = tokenIn(server.printed());
  const organization = (await get(server, '/v1/orgs', token)).body.items[0].id;
  const send = (path: string, body: object) => post(server, `/v1${path}`, { token, body });
  const { body: space } = await send(`/orgs/${organization}/spaces`, {});
  const { body: proposal } = await send(`/spaces/${space.id}/change-requests`, {});
  const base = `/spaces/${space.id}/change-requests/${proposal.id}`;
  const found: MeasuredRequest[] = [];
  const answered = async (name: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const { answer, cost } = await measureRequest(server, ask);
    found.push({ name, status: answer.status, ...cost });
    return answer;
  };
  for (const [name, markdown] of Object.entries(pages)) {
    const changes = [{ operation: 'insert_page', title: name, document: { markdown } }];
    const written = await answered(`write ${name}`, () => send(`${base}/content?compat=false`, { changes }));
    if (written.status !== 200) continue;
    const { id } = written.body.changes[0].page;
    for (const path of reads)
      await answered(`${name}: ${path}`, () => get(server, `/v1${base}${path.replace('ID', id)}`, token));
  }
  await answered('merge', () => send(`${base}/merge`, {}));
  for (const path of wholeReads) await answered(path, () => get(server, `/v1/spaces/${space.id}${path}`, token));
  await server.stop('SIGKILL');
  return found;
}

/** Returns the lowest cost of each request over all runs. */
function leastOf([first = [], ...others]: MeasuredRequest[][]): MeasuredRequest[] {
  return first.map((one, index) => {
    const all = [one, ...others.map((run) => run[index]!)];
    const least = (cost: 'cpu' | 'megabytes') => Math.min(...all.map((run) => run[cost]));
    return { ...one, cpu: least('cpu'), megabytes: least('megabytes') };
  });
}

/** Returns the highest CPU time and the highest memory of any request. */
function mostOf(found: MeasuredRequest[]): { cpu: number; megabytes: number } {
  const most = (cost: 'cpu' | 'megabytes') => Math.max(...found.map((one) => one[cost]));
  return { cpu: most('cpu'), megabytes: most('megabytes') };
}

interface MeasuredRequest {
  name: string;
  status: number;
  /** CPU time, in seconds. */
  cpu: number;
  /** Peak memory during the request above the memory before it, in megabytes. */
  megabytes: number;
}

/** Sends a request and measures its CPU time and memory on the server. Both are zero without /proc. */
async function measureRequest(server: ServerProcess, ask: () => Promise<Answer>) {
  if (!hasProc) return { answer: await ask(), cost: { cpu: 0, megabytes: 0 } };
  resetPeakMemory(server);
  const [{ cpu }, memory] = [costOf(server), memoryOf(server, 'VmRSS')];
  const answer = await ask();
  const megabytes = memoryOf(server, 'VmHWM') - memory;
  return { answer, cost: { cpu: costOf(server).cpu - cpu, megabytes } };
}

function memoryOf({ pid }: ServerProcess, name: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Math.round(Number(line[1]) / 1000);
}

/** Resets the peak memory that the kernel counts. */
function resetPeakMemory({ pid }: ServerProcess): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function worst(found: MeasuredRequest[], by: 'cpu' | 'megabytes'): string {
  const one = found.reduce((left, right) => (right[by] > left[by] ? right : left));
  return `${one.name}, ${one[by].toFixed(2)} ${by === 'cpu' ? 's' : 'MB'}`;
}
