import { load } from '../load.mjs';
import { reportTarget } from '../report.mjs';
import { numberedReads, reads } from './reads.mjs';
import { titleWithDatabase } from './report-row.mjs';
import { bothReleases, withServers } from './sessions.mjs';

/**
 * Measures how many megabytes a server uses after `requests` requests: alternately the nested read, the list of spaces
 * and a space. Each request has its own number, so no response comes from a cache. `most` is the maximum.
 */
export const memory = { name: 'memory', on: ['postgresql', 'sqlite'], requests: 10_000, most: 250 };

/** Measures the memory of the current and the previous release on a database. Returns a row of the table. */
export async function runMemory(kind, bench) {
  const { world, kept } = await bench.databases(kind);
  const space = reads.find(({ name }) => name === 'space').request;
  const requests = [numberedReads.nested, numberedReads.list, space].map((make) => make(world));
  const request = (number) => requests[number % requests.length](number);
  const title = titleWithDatabase(`resident memory after ${memory.requests.toLocaleString('en')} requests`, kind);
  console.log(`  ${title}`);
  const held = {};
  // Measures one server at a time, so that the servers do not compete for the machine.
  for (const [name, start] of Object.entries(bothReleases({ urls: await kept(), bench }, { request })))
    if (start) held[name] = await withServers({ [name]: start }, (sides) => measureMemory(sides[name]));
  for (const [name, megabytes] of Object.entries(held)) console.log(`    ${name}: ${megabytes.toFixed(0)} MB`);
  const isMet = held.ours <= memory.most;
  reportTarget(`at most ${memory.most} MB`, isMet);
  const shown = (megabytes) => (megabytes ? `${megabytes.toFixed(0)} MB` : '–');
  const aim = `≤ ${memory.most} MB: ${isMet ? 'met' : 'MISSED'}`;
  return { cells: [title, shown(held.ours), shown(held.before), '–', '–', '–', aim] };
}

async function measureMemory(side) {
  await load(side, { seconds: 3600, atMost: memory.requests });
  return side.megabytes();
}
