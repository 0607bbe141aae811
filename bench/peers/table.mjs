import { meets } from './report-row.mjs';

/**
 * Prints the results as a Markdown table, as in `bench/README.md`.
 * @param release name of the previous release, if there is one
 */
export function printTable(rows, release) {
  if (rows.length === 0) return;
  const head = [
    '',
    'ours',
    `release before${release ? ` (${release})` : ''}`,
    'beside',
    'ratio, by CPU time',
    'p99',
    'aim',
  ];
  console.log(`\n${line(head)}\n${line(head.map(() => '---'))}`);
  for (const row of rows) console.log(line(row.cells ?? tableCells(row)));
}

function tableCells({ title, against, sides: { ours, before, peer }, beside, since, aims }) {
  return [
    title,
    perSecond(ours),
    before ? `${perSecond(before)}: ${ratios(since)}` : '–',
    peer ? `${against}: ${perSecond(peer)}` : '–',
    beside ? ratios(beside) : '–',
    peer ? `${milliseconds(ours)}; ${milliseconds(peer)}: ${beside.p99Ratio.median.toFixed(2)}` : milliseconds(ours),
    [formatTarget('', beside, aims.peer), formatTarget(' of the release before', since, aims.before)]
      .filter(Boolean)
      .join('; ') || '–',
  ];
}

function formatTarget(what, measured, aim) {
  if (!aim) return undefined;
  const verdict = measured && (meets(measured, aim) ? ': met' : ': MISSED');
  return `≥ ${aim}${what}${verdict ?? ''}`;
}

function perSecond({ rate: { median } }) {
  return `${median < 100 ? median.toFixed(1) : Math.round(median).toLocaleString('en')}/s`;
}

function ratios({ ratio, cpuRatio }) {
  return `${short(ratio.median)} (${short(ratio.lowest)} to ${short(ratio.highest)}), ${short(cpuRatio.median)}`;
}

/** Formats a ratio; small ratios get more digits. */
function short(ratio) {
  return ratio.toFixed(ratio < 0.1 ? 3 : 2);
}

function milliseconds({ p99 }) {
  return `${p99.median.toFixed(1)} ms`;
}

function line(cells) {
  return `| ${cells.join(' | ')} |`;
}
