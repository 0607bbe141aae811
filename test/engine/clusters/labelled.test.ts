import { describe, expect, it } from 'vitest';
import { measureAgreement } from '../../../bench/agreement.mjs';
import { kMeans } from '../../../bench/k-means.mjs';
import { labelledSets, readLabelled } from '../../../bench/labelled.mjs';
import { groupItems } from '../../../src/engine/clusters/group.js';
import { assignGroup } from '../../../src/engine/clusters/model.js';
import { weighRows } from '../../../src/engine/clusters/rows.js';
import { weightsByRarity } from '../../../src/engine/clusters/term-weights.js';
import { readTexts } from '../../../src/engine/clusters/texts.js';

const sampled = 1500;

describe.each(labelledSets)('labeled messages of %s', (name) => {
  const messages = readLabelled(name, 1)?.slice(0, sampled);

  it.skipIf(!messages)('are grouped better than by k-means with the known number of groups', () => {
    const labels = messages!.map(({ label }) => label);
    const read = readTexts(messages!.map(({ text }) => text));
    const clusterOfRow = kMeans(weighRows(read, weightsByRarity(read)), new Set(labels).size, 2);
    const base = measureAgreement(
      labels,
      read.rowOf.map((row) => (row < 0 ? -1 : clusterOfRow[row]!)),
    );
    const ours = measureAgreement(labels, groupItems(messages!).groups);
    expect(ours.pairs).toBeGreaterThan(base.pairs);
    expect(ours.information).toBeGreaterThan(base.information);
  });

  it.skipIf(!messages)('are placed one by one almost as well as they are grouped together', () => {
    const labels = messages!.map(({ label }) => label);
    const { groups, model } = groupItems(messages!.slice(0, 1200));
    const placed = messages!.slice(1200).map((message) => assignGroup(model, message)?.group ?? -1);
    const whole = measureAgreement(labels, groupItems(messages!).groups);
    expect(measureAgreement(labels, [...groups, ...placed]).information).toBeGreaterThan(whole.information - 0.05);
  });
});
