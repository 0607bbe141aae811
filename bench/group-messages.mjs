import { load } from './dist.mjs';
import { readLabelled } from './labelled.mjs';

// Groups the messages of a labeled set one by one, as an ingest does. At fixed message counts it recomputes all groups;
// between them it assigns messages with the model. Describes each group at the end. Prints the results; `clusters.mjs`
// measures it.

const [name, seed] = process.argv.slice(2);
const messages = readLabelled(name, seed ? Number(seed) : undefined);
const { groupItems } = await load('engine/clusters/group.js');
const { decodeModel, encodeModel, assignGroup } = await load('engine/clusters/model.js');
const { isRegroupingPoint } = await load('engine/clusters/schedule.js');
const { corpusFrequencies, describeGroup } = await load('engine/clusters/describe.js');
const { extractIssues, textOfIssue } = await load('engine/clusters/extract.js');

const items = messages.map(({ text }) => {
  const [issue] = extractIssues({ parts: [{ role: 'user', body: text }] });
  return { text: issue ? textOfIssue(issue) : '' };
});
let grouping = null;
let groups = [];
let slowest = 0;
for (let count = 1; count <= items.length; count++) {
  if (isRegroupingPoint(count)) {
    const start = performance.now();
    grouping = groupItems(items.slice(0, count));
    slowest = Math.max(slowest, performance.now() - start);
    groups = [...grouping.groups];
  } else groups.push(assignGroup(grouping.model, items[count - 1])?.group ?? -1);
}
const background = corpusFrequencies(items.map(({ text }) => text));
const members = Array.from({ length: grouping.count }, () => []);
for (const [item, group] of groups.entries()) if (group >= 0) members[group].push(items[item].text);
for (const texts of members) describeGroup(texts, background);

const bytes = encodeModel(grouping.model);
const start = performance.now();
assignGroup(decodeModel(bytes), items[0]);
const one = performance.now() - start;
console.log(JSON.stringify({ groups, slowest: slowest / 1000, one, modelBytes: bytes.length }));
