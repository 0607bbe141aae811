import { medianAndRange } from '../compare.mjs';
import { range, reportTarget } from '../report.mjs';

const names = { postgresql: 'Postgres', sqlite: 'SQLite' };

/** Returns the title of a row, with the name of the database. */
export function titleWithDatabase(title, kind) {
  return `${title}, ${names[kind]}`;
}

/** Prints that a row is skipped, and the reason. */
export function skip(title, why) {
  console.log(`  ${title}: SKIPPED: ${why}`);
}

/**
 * Prints the results of the servers of a row (`ours`, and `before` and `peer` if present). Returns the row of the
 * table.
 * @param rounds result of `measureAlternating`, with the servers in the same order
 * @param options `title`, `peer`, and the minimum ratios to the peer (`aim`) and to the previous release
 * (`releaseAim`). `unit` is what is counted, such as requests. With `byRate` the minimum applies only to the ratio of
 * rates, otherwise to the lower of it and the ratio by CPU time.
 */
export function reportRow(sides, rounds, { title, peer, aim, releaseAim, unit = 'requests', byRate = false }) {
  const keys = Object.keys(sides);
  const of = (name, number) => medianAndRange(rounds.map((round) => number(round[keys.indexOf(name)])));
  const between = (name, number) =>
    medianAndRange(rounds.map((round) => number(round[0]) / number(round[keys.indexOf(name)])));
  const compared = (name) =>
    sides[name] && {
      ratio: between(name, ({ rate }) => rate),
      cpuRatio: between(name, ({ perCpuSecond }) => perCpuSecond),
      p99Ratio: between(name, ({ p99 }) => p99),
      byRate,
    };
  const row = {
    title,
    against: peer?.against,
    isItself: peer?.isItself,
    sides: Object.fromEntries(keys.map((name) => [name, summarizeSide(name, of)])),
    beside: compared('peer'),
    since: compared('before'),
    aims: { peer: aim, before: releaseAim },
    rounds: rounds.map((round) => Object.fromEntries(keys.map((name, index) => [name, round[index]]))),
  };
  print(row, unit);
  return row;
}

function summarizeSide(name, of) {
  return {
    rate: of(name, ({ rate }) => rate),
    cpu: of(name, ({ perCpuSecond }) => 1e6 / perCpuSecond),
    p99: of(name, ({ p99 }) => p99),
  };
}

function print({ title, against, isItself, sides, beside, since, aims }, unit) {
  const labels = { ours: 'ours', before: 'the release before', peer: against };
  console.log(`  ${title}`);
  for (const [name, { rate, cpu, p99 }] of Object.entries(sides))
    console.log(
      `    ${labels[name]}: ${range(rate, digits(rate))} ${unit}/s, ${cpu.median.toFixed(0)} µs of CPU each, p99 ${range(p99, 1)} ms`,
    );
  if (beside) printRatios(`beside ${against}`, beside, aims.peer);
  if (beside && !isItself) reportTarget('p99 no longer than its', beside.p99Ratio.median <= 1);
  if (since) printRatios('beside the release before', since, aims.before);
}

function printRatios(beside, measured, aim) {
  const { ratio, cpuRatio, p99Ratio } = measured;
  console.log(`    ${beside}: ${range(ratio)}, by CPU time ${range(cpuRatio)}, p99 ${range(p99Ratio)}`);
  if (aim) reportTarget(`at least ${aim} of it`, meets(measured, aim));
}

/** Reports whether a ratio reaches its minimum. */
export function meets({ ratio, cpuRatio, byRate }, aim) {
  return (byRate ? ratio.median : Math.min(ratio.median, cpuRatio.median)) >= aim;
}

function digits({ median }) {
  return median < 100 ? 1 : 0;
}
