/**
 * Prints the results of both servers and their ratio. `target` is the minimum for the lower of the two ratios, by rate
 * and by CPU time.
 */
export function reportComparison({ ours, baseline, ratio, cpuRatio }, { against, target }) {
  console.log(`  ours ${rate(ours)}; ${against} ${rate(baseline)}`);
  console.log(`  ratio ${range(ratio)}; by CPU time of the server ${range(cpuRatio)}`);
  if (target !== undefined) reportTarget(`ratio at least ${target}`, Math.min(ratio.median, cpuRatio.median) >= target);
}

/** Prints a target, and whether it is `met` or `MISSED`. */
export function reportTarget(target, isMet) {
  console.log(`  target: ${target}: ${isMet ? 'met' : 'MISSED'}`);
}

/** Formats a median and its range. */
export function range({ median, lowest, highest }, digits = 2) {
  return `${median.toFixed(digits)} (${lowest.toFixed(digits)} to ${highest.toFixed(digits)})`;
}

function rate(numbers) {
  return `${range(numbers, 0)} requests/s`;
}
