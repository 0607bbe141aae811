import { seededRandom } from './seeded-random.mjs';

const defaultStarts = 10;
const mostRounds = 100;

/**
 * Baseline for our grouping: k-means on TF-IDF rows, initialized by k-means++. Runs from ten initializations and
 * returns the result with the lowest sum of squares. The caller gives the number of groups.
 */
export function kMeans(rows, groupCount, most = defaultStarts) {
  const draw = seededRandom(1);
  let best = null;
  for (let start = 0; start < most; start++) {
    const found = runToConvergence(rows, groupCount, firstMiddles(rows, groupCount, draw));
    if (!best || found.squares < best.squares) best = found;
  }
  return best.groups;
}

/** Draws the initial centroids. A row that is far from all previous centroids is more likely to be drawn. */
function firstMiddles(rows, groupCount, draw) {
  const distances = new Float64Array(rows.count).fill(Infinity);
  const middle = new Float32Array(rows.termCount);
  const middles = [];
  let row = Math.floor(draw() * rows.count);
  while (middles.length < groupCount) {
    middles.push(row);
    middle.fill(0);
    eachTerm(rows, row, (term, weight) => {
      middle[term] = weight;
    });
    let sum = 0;
    for (let other = 0; other < rows.count; other++) {
      let likeness = 0;
      for (let place = rows.offsets[other]; place < rows.offsets[other + 1]; place++)
        likeness += rows.weights[place] * middle[rows.terms[place]];
      distances[other] = Math.min(distances[other], Math.max(0, 2 - 2 * likeness));
      sum += distances[other];
    }
    row = drawRow(distances, draw() * sum);
  }
  return middles;
}

function drawRow(distances, drawn) {
  let left = drawn;
  for (const [row, distance] of distances.entries()) {
    left -= distance;
    if (left <= 0) return row;
  }
  return distances.length - 1;
}

function runToConvergence(rows, groupCount, chosen) {
  const middles = new Float32Array(rows.termCount * groupCount);
  for (const [group, row] of chosen.entries())
    eachTerm(rows, row, (term, weight) => {
      middles[term * groupCount + group] = weight;
    });
  const groups = new Int32Array(rows.count).fill(-1);
  for (let round = 0; ; round++) {
    const { moved, squares } = assign(rows, groups, middles);
    if (moved === 0 || round === mostRounds) return { groups, squares };
    average(rows, groups, middles);
  }
}

function assign(rows, groups, middles) {
  const groupCount = middles.length / rows.termCount;
  const lengths = new Float64Array(groupCount);
  for (const [place, weight] of middles.entries()) lengths[place % groupCount] += weight * weight;
  const likeness = new Float64Array(groupCount);
  let [moved, squares] = [0, 0];
  for (let row = 0; row < rows.count; row++) {
    likeness.fill(0);
    for (let place = rows.offsets[row]; place < rows.offsets[row + 1]; place++) {
      const from = rows.terms[place] * groupCount;
      const weight = rows.weights[place];
      for (let group = 0; group < groupCount; group++) likeness[group] += weight * middles[from + group];
    }
    let best = 0;
    for (let group = 1; group < groupCount; group++)
      if (lengths[group] - 2 * likeness[group] < lengths[best] - 2 * likeness[best]) best = group;
    squares += 1 + lengths[best] - 2 * likeness[best];
    if (groups[row] !== best) moved++;
    groups[row] = best;
  }
  return { moved, squares };
}

function average(rows, groups, middles) {
  const groupCount = middles.length / rows.termCount;
  const sizes = new Float64Array(groupCount);
  middles.fill(0);
  for (const [row, group] of groups.entries()) {
    sizes[group]++;
    eachTerm(rows, row, (term, weight) => {
      middles[term * groupCount + group] += weight;
    });
  }
  for (let place = 0; place < middles.length; place++) middles[place] /= sizes[place % groupCount] || 1;
}

function eachTerm({ offsets, terms, weights }, row, visit) {
  for (let place = offsets[row]; place < offsets[row + 1]; place++) visit(terms[place], weights[place]);
}
