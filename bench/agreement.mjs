/**
 * Measures how well computed groups agree with the labels of the same items. Returns the adjusted mutual information (0
 * for random groups, 1 for perfect agreement) and the F1 score over pairs of items in the same group. An item with a
 * negative group number is in a group of its own.
 */
export function measureAgreement(labels, groups) {
  const counts = contingencyTable(labels, separateUngrouped(groups));
  return { information: adjustedInformation(counts), pairs: pairsF1(counts), groups: counts.groups.size };
}

function separateUngrouped(groups) {
  let next = groups.reduce((highest, group) => Math.max(highest, group), 0);
  return Array.from(groups, (group) => (group < 0 ? ++next : group));
}

/** Counts the items of each label, of each group, and of each combination of label and group. */
function contingencyTable(labels, groups) {
  const counts = { all: groups.length, labels: new Map(), groups: new Map(), both: [] };
  const cells = new Map();
  for (const [thing, group] of groups.entries()) {
    const label = labels[thing];
    add(counts.labels, label);
    add(counts.groups, group);
    if (!cells.has(label)) cells.set(label, new Map());
    add(cells.get(label), group);
  }
  for (const [label, row] of cells) for (const [group, count] of row) counts.both.push({ label, group, count });
  return counts;
}

function add(counts, key) {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function pairsF1({ labels, groups, both }) {
  const pairs = (counts) => counts.reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
  const together = pairs([...labels.values()]) + pairs([...groups.values()]);
  return together === 0 ? 1 : (2 * pairs(both.map(({ count }) => count))) / together;
}

function adjustedInformation({ all, labels, groups, both }) {
  const information = both.reduce(
    (sum, { label, group, count }) =>
      sum + (count / all) * Math.log((all * count) / (labels.get(label) * groups.get(group))),
    0,
  );
  const mean = (entropy(labels, all) + entropy(groups, all)) / 2;
  const expected = expectedInformation([...labels.values()], [...groups.values()], all);
  return mean - expected < 1e-12 ? 1 : (information - expected) / (mean - expected);
}

function entropy(counts, all) {
  return [...counts.values()].reduce((sum, count) => sum - (count / all) * Math.log(count / all), 0);
}

/** Returns the mutual information to expect from random groups of these sizes (Vinh, Epps and Bailey 2010). */
function expectedInformation(labelSizes, groupSizes, all) {
  const log = logFactorials(all);
  let expected = 0;
  for (const [a, labels] of countSizes(labelSizes))
    for (const [b, groups] of countSizes(groupSizes)) {
      const fixed = log[a] + log[b] + log[all - a] + log[all - b] - log[all];
      let sum = 0;
      for (let both = Math.max(1, a + b - all); both <= Math.min(a, b); both++) {
        const ways = fixed - log[both] - log[a - both] - log[b - both] - log[all - a - b + both];
        sum += (both / all) * Math.log((all * both) / (a * b)) * Math.exp(ways);
      }
      expected += sum * labels * groups;
    }
  return expected;
}

function countSizes(sizes) {
  const counts = new Map();
  for (const size of sizes) add(counts, size);
  return counts;
}

function logFactorials(most) {
  const logs = new Float64Array(most + 1);
  for (let number = 2; number <= most; number++) logs[number] = logs[number - 1] + Math.log(number);
  return logs;
}
