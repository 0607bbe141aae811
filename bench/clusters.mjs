import { fileURLToPath } from 'node:url';
import { measureAgreement } from './agreement.mjs';
import { runMeasured } from './command.mjs';
import { load } from './dist.mjs';
import { kMeans } from './k-means.mjs';
import { labelledSets, readLabelled } from './labelled.mjs';
import { reportTarget } from './report.mjs';

const program = fileURLToPath(new URL('group-messages.mjs', import.meta.url));

/**
 * Compares our grouping of labeled messages with k-means++ on the same texts, offline. Our grouping runs in the order
 * of the file and in shuffled order. Only k-means++ gets the number of groups. Also measures time and memory when
 * messages are grouped one by one.
 */
export default async function clusters() {
  await load('engine/clusters/group.js');
  for (const name of labelledSets) {
    const messages = readLabelled(name);
    if (messages) await compare(name, messages);
    else
      console.log(`  SKIPPED: ${name} does not lie beside the project; DOCGRAPH_SHARED names the folder that holds it`);
  }
}

async function compare(name, messages) {
  const base = await measureBaseline(messages);
  console.log(
    `  ${name}, ${messages.length} messages: TF-IDF with k-means++, told the number: ${formatAgreement(base)}`,
  );
  for (const seed of ['', '1']) {
    const { output, seconds, peakMemory } = await runMeasured(program, { args: [name, seed] });
    const { groups, slowest, one, modelBytes } = JSON.parse(output);
    const labels = readLabelled(name, seed ? Number(seed) : undefined).map(({ label }) => label);
    const ours = measureAgreement(labels, groups);
    const order = seed ? 'in an order drawn' : 'in the order of the file';
    console.log(`  ours, one by one ${order}: ${formatAgreement(ours)}`);
    console.log(
      `    all ${seconds.toFixed(1)} s and ${peakMemory.toFixed(0)} MB, of which the longest regrouping ${slowest.toFixed(1)} s; one more message ${one.toFixed(1)} ms, model ${Math.round(modelBytes / 1000)} KB`,
    );
    const isBetter = ours.information >= base.information && ours.pairs >= base.pairs;
    reportTarget('both figures at least those of the baseline', isBetter);
    reportTarget('10,000 messages within 60 s and 600 MB', seconds * 10_000 <= 60 * groups.length && peakMemory <= 600);
  }
}

async function measureBaseline(messages) {
  const { readTexts } = await load('engine/clusters/texts.js');
  const { weightsByRarity } = await load('engine/clusters/term-weights.js');
  const { weighRows } = await load('engine/clusters/rows.js');
  const read = readTexts(messages.map(({ text }) => text));
  const labels = messages.map(({ label }) => label);
  const groups = kMeans(weighRows(read, weightsByRarity(read)), new Set(labels).size);
  const of = read.rowOf.map((row) => (row < 0 ? -1 : groups[row]));
  return measureAgreement(labels, of);
}

function formatAgreement({ information, pairs, groups }) {
  return `AMI ${information.toFixed(3)}, pairwise F1 ${pairs.toFixed(3)}, ${groups} groups`;
}
