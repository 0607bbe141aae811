import { cpus, totalmem } from 'node:os';
import { prepare } from '../scripts/prepare.mjs';

// `npm run bench [-- NAME…]` runs the named benchmarks, or all of them. Words after `peers`, `fairness`, `generators`
// or `package` are names of rows of that benchmark. Benchmarks print ratios and whether a target is met. A missed
// target does not make the run fail. A wrong response does, and so does an error that a tool of `generators` finds.

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
  'merge-size',
  'removal',
  'comments',
  'archives',
  'backup',
  'start',
  'fairness',
  'cost',
  'live',
  'before',
  'mix',
  'overload',
  'steady',
  'tracing',
  'metrics',
  'peers',
  'generators',
  'package',
];

/** Benchmarks that accept names of rows as arguments. */
const withRows = ['peers', 'fairness', 'generators', 'package'];

/** Benchmarks that run only if they are named, because they take an hour. */
const onlyByName = ['steady'];

const [asked, rows] = splitAfter(process.argv.slice(2), withRows);
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No benchmark named ${unknown.join(', ')}; there are ${names.join(', ')}`);
  process.exit(2);
}

/** Benchmarks that need no build, because they read only committed files. */
const withoutBuild = ['generators'];

if (!process.env.DOCGRAPH_DIST && !(asked.length > 0 && asked.every((name) => withoutBuild.includes(name)))) prepare();
const { model } = cpus()[0] ?? { model: 'unknown' };
console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
);
for (const name of asked.length > 0 ? asked : names.filter((name) => !onlyByName.includes(name))) {
  const { default: bench } = await import(`./${name}.mjs`);
  console.log(`\n${name}`);
  await bench(name === asked.at(-1) && withRows.includes(name) ? rows : undefined);
}

/** Splits a list after the first item that is in `marks`. If there is no such item, the second part is empty. */
function splitAfter(words, marks) {
  const at = words.findIndex((word) => marks.includes(word));
  const end = at === -1 ? words.length : at + 1;
  return [words.slice(0, end), words.slice(end)];
}
