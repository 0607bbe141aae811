import { percentile } from './load.mjs';

/**
 * Summarizes responses.
 * - `count`, `p50`, `p99` and `longest` (milliseconds): of the responses that were not refused
 * - `refused`: number of refusals by reason
 * - `points`: cost of the last response that reports it
 * @param answers for each response: `milliseconds`; `refusal` if it was refused, or `refused` with each refusal before
 * the server accepted it
 */
export function summarizeAnswers(answers) {
  const refused = {};
  for (const { refusal, refused: before = [] } of answers)
    for (const text of refusal ? [refusal] : before) refused[text] = (refused[text] ?? 0) + 1;
  const served = answers.filter(({ refusal }) => !refusal).map(({ milliseconds }) => milliseconds);
  const at = (fraction) => (served.length === 0 ? Number.NaN : percentile(served, fraction));
  const { points } = answers.findLast((answer) => answer.points !== undefined) ?? {};
  return { count: served.length, p50: at(0.5), p99: at(0.99), longest: at(1), refused, points };
}
