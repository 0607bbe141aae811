/** Prints the two sides and their ratio; `target` is the least ratio, judged by the lower of the two ways to measure. */
export function reportComparison({ ours, baseline, ratio, cpuRatio }, { against, target }) {
  console.log(`  ours ${rate(ours)}; ${against} ${rate(baseline)}`);
  console.log(`  ratio ${range(ratio)}; by CPU time of the server ${range(cpuRatio)}`);
  if (target !== undefined) reportTarget(`ratio at least ${target}`, Math.min(ratio.median, cpuRatio.median) >= target);
}

/** Prints a target and whether it is met. */
export function reportTarget(target, isMet) {
  console.log(`  target: ${target}: ${isMet ? 'met' : 'MISSED'}`);
}

/** A median and its spread. */
export function range({ median, lowest, highest }, digits = 2) {
  return `${median.toFixed(digits)} (${lowest.toFixed(digits)} to ${highest.toFixed(digits)})`;
}

function rate(numbers) {
  return `${range(numbers, 0)} requests/s`;
}
