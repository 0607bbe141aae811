import { cpus, totalmem } from 'node:os';
import { prepare } from '../scripts/prepare.mjs';

// `npm run bench [-- NAME…]`: runs the benchmarks, or those named; what follows `peers` names rows of that one. They print
// ratios and whether a target is met; a number never makes the run fail, only an answer that is not what it should be.

const names = [
  'graphql-over-http',
  'space-by-id',
  'nested-query',
  'import',
  'content',
  'search',
  'clusters',
  'conversations',
  'links',
  'pages',
  'merges',
  'comments',
  'start',
  'fairness',
  'cost',
  'live',
  'before',
  'peers',
];

const [asked, rows] = splitAfter(process.argv.slice(2), 'peers');
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No benchmark named ${unknown.join(', ')}; there are ${names.join(', ')}`);
  process.exit(2);
}

if (!process.env.DOCGRAPH_DIST) prepare();
const { model } = cpus()[0] ?? { model: 'unknown' };
console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
);
for (const name of asked.length > 0 ? asked : names) {
  const { default: bench } = await import(`./${name}.mjs`);
  console.log(`\n${name}`);
  await bench(name === 'peers' ? rows : undefined);
}

/** What stands up to a word, that word among it, and what follows; all where the word is not there. */
function splitAfter(words, word) {
  const end = words.includes(word) ? words.indexOf(word) + 1 : words.length;
  return [words.slice(0, end), words.slice(end)];
}
