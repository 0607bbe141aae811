import { describe, expect, it } from 'vitest';
import { groupItems } from '../../../src/engine/clusters/group.js';
import { assignGroup, decodeModel, encodeModel } from '../../../src/engine/clusters/model.js';
import { denseVector } from '../../../src/engine/clusters/vectors.js';
import { threeTopics, toItems } from './messages.js';

const { model, groups } = groupItems(toItems(threeTopics));

describe('a further message', () => {
  it('is placed in the group that it is most similar to', () => {
    expect(assignGroup(model, { text: 'The PDF export does not end' })?.group).toBe(2);
    expect(assignGroup(model, { text: 'when does my card arrive' })?.group).toBe(0);
  });

  it('is placed in the group that it was grouped in', () => {
    expect(threeTopics.map((text) => assignGroup(model, { text })?.group)).toEqual([...groups]);
  });

  it('has no group if it is similar to none, or has no words', () => {
    for (const text of ['', '🎉', 'Combien coûte un abonnement', 'completely other words about my holidays'])
      expect(assignGroup(model, { text })).toBeNull();
  });

  it('has no group if there are none', () => {
    expect(assignGroup(groupItems([]).model, { text: 'hello' })).toBeNull();
  });

  it('is placed in the same group by a stored model', () => {
    const stored = decodeModel(encodeModel(model));
    for (const text of [...threeTopics, 'my card'])
      expect(assignGroup(stored, { text })).toEqual(assignGroup(model, { text }));
    expect(encodeModel(stored)).toEqual(encodeModel(model));
  });
});

describe('a further embedding', () => {
  const towards = (...numbers: number[]) => ({ text: 'any', vector: denseVector([5, ...numbers]) });
  const grouping = groupItems([towards(1, 0), towards(1, 0.1), towards(0, 1), towards(0.1, 1)]);
  const stored = decodeModel(encodeModel(grouping.model));

  it('is placed in the group with its direction', () => {
    expect([...grouping.groups]).toEqual([0, 0, 1, 1]);
    expect(assignGroup(stored, towards(0.9, 0.05))?.group).toBe(0);
    expect(assignGroup(stored, towards(0, 0.9))?.group).toBe(1);
  });

  it('has no group if it is missing or of another size', () => {
    expect(assignGroup(stored, { text: 'any' })).toBeNull();
    expect(assignGroup(stored, { text: 'any', vector: denseVector([1, 0]) })).toBeNull();
  });
});
