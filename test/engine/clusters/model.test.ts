import { describe, expect, it } from 'vitest';
import { groupItems } from '../../../src/engine/clusters/group.js';
import { decodeModel, encodeModel, placeItem } from '../../../src/engine/clusters/model.js';
import { denseVector } from '../../../src/engine/clusters/vectors.js';
import { itemsOf, threeTopics } from './messages.js';

const { model, groups } = groupItems(itemsOf(threeTopics));

describe('a further message', () => {
  it('is placed in the group that it is most similar to', () => {
    expect(placeItem(model, { text: 'The PDF export does not end' })?.group).toBe(2);
    expect(placeItem(model, { text: 'when does my card arrive' })?.group).toBe(0);
  });

  it('is placed in the group that it was grouped in', () => {
    expect(threeTopics.map((text) => placeItem(model, { text })?.group)).toEqual([...groups]);
  });

  it('has no group if it is similar to none, or has no words', () => {
    for (const text of ['', '🎉', 'Combien coûte un abonnement', 'completely other words about my holidays'])
      expect(placeItem(model, { text })).toBeNull();
  });

  it('has no group if there are none', () => {
    expect(placeItem(groupItems([]).model, { text: 'hello' })).toBeNull();
  });

  it('is placed the same by a stored model', () => {
    const stored = decodeModel(encodeModel(model));
    for (const text of [...threeTopics, 'my card'])
      expect(placeItem(stored, { text })).toEqual(placeItem(model, { text }));
    expect(encodeModel(stored)).toEqual(encodeModel(model));
  });
});

describe('a further embedding', () => {
  const towards = (...numbers: number[]) => ({ text: 'any', vector: denseVector([5, ...numbers]) });
  const grouping = groupItems([towards(1, 0), towards(1, 0.1), towards(0, 1), towards(0.1, 1)]);
  const stored = decodeModel(encodeModel(grouping.model));

  it('is placed in the group with its direction', () => {
    expect([...grouping.groups]).toEqual([0, 0, 1, 1]);
    expect(placeItem(stored, towards(0.9, 0.05))?.group).toBe(0);
    expect(placeItem(stored, towards(0, 0.9))?.group).toBe(1);
  });

  it('has no group if it is missing or of another size', () => {
    expect(placeItem(stored, { text: 'any' })).toBeNull();
    expect(placeItem(stored, { text: 'any', vector: denseVector([1, 0]) })).toBeNull();
  });
});
