import { describe, expect, it } from 'vitest';
import { groupItems } from '../../../src/engine/clusters/group.js';
import { denseVector } from '../../../src/engine/clusters/vectors.js';
import { seeds } from '../../support/properties.js';
import { seededRandom, threeTopics, toItems } from './messages.js';

const groupsOf = (texts: readonly string[]): number[] => [...groupItems(toItems(texts)).groups];

describe('messages', () => {
  it('are grouped by topic, without a given number of groups', () => {
    expect(groupsOf(threeTopics)).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]);
  });

  it('are grouped in any language', () => {
    const german = ['Passwort vergessen', 'Wo ist die Rechnung?', 'Passwort ändern', 'Rechnung fehlt'];
    const japanese = ['パスワードを忘れました', '請求書はどこですか', 'パスワードの変更方法', '請求書の宛名を変更'];
    expect(groupsOf(german)).toEqual([0, 1, 0, 1]);
    expect(groupsOf(japanese)).toEqual([0, 1, 0, 1]);
  });

  it('have no group if they are similar to no other message, or have no words', () => {
    expect(groupsOf([...threeTopics.slice(4, 8), 'Bonjour', '', '🎉', '…'])).toEqual([0, 0, 0, 0, -1, -1, -1, -1]);
    expect(groupsOf([])).toEqual([]);
    expect(groupsOf(['alone'])).toEqual([-1]);
  });

  it('with the same text are one group', () => {
    expect(groupsOf(['Where is my card?', 'Where is my card?'])).toEqual([0, 0]);
    expect(new Set(groupsOf(Array(10_000).fill('The same again')))).toEqual(new Set([0]));
  });

  it('that differ only in a number are one group', () => {
    const orders = Array.from({ length: 10_000 }, (_, index) => `Order ${index} is missing`);
    expect(new Set(groupsOf(orders))).toEqual(new Set([0]));
  });

  it('get the same groups each time, numbered in the order of their first message', () => {
    for (const seed of seeds(5)) {
      const draw = seededRandom(seed);
      const texts = Array.from({ length: 300 }, () =>
        Array.from({ length: 6 }, () => `w${Math.floor(draw() ** 2 * 80)}`).join(' '),
      );
      const grouping = groupItems(toItems(texts));
      expect(groupItems(toItems(texts))).toEqual(grouping);
      const firsts = [...new Set(grouping.groups)].filter((group) => group >= 0);
      expect(firsts).toEqual(Array.from({ length: grouping.count }, (_, group) => group));
      for (const [item, group] of grouping.groups.entries()) {
        expect(grouping.likeness[item]).toBeLessThanOrEqual(1.0001);
        if (group >= 0) expect(grouping.likeness[item]).toBeGreaterThan(0);
      }
    }
  });

  it('are grouped the same next to a message of a million letters or of 100,000 words', () => {
    const long = [
      'x'.repeat(1 << 20),
      'あ'.repeat(1 << 20),
      Array.from({ length: 100_000 }, (_, n) => `v${n}x`).join(' '),
    ];
    expect(groupsOf([...threeTopics, ...long])).toEqual([...groupsOf(threeTopics), -1, -1, -1]);
  });
});

describe('embeddings', () => {
  /** Returns items whose embeddings point in the direction of their topic, plus a part that all have in common. */
  const embedded = (texts: readonly string[], topicOf: (index: number) => number) => {
    const draw = seededRandom(7);
    return texts.map((text, index) => {
      const numbers = Array.from(
        { length: 64 },
        (_, place) => 1 + 0.4 * (draw() - 0.5) + (place === topicOf(index) ? 3 : 0),
      );
      return { text, vector: denseVector(numbers) };
    });
  };

  it('group messages regardless of their words', () => {
    const items = embedded(threeTopics, (index) => index % 3);
    expect([...groupItems(items).groups]).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]);
  });

  it('group many messages as well as few', () => {
    const texts = Array.from({ length: 600 }, (_, index) => `text ${index}`);
    const { groups } = groupItems(embedded(texts, (index) => index % 20));
    for (const [index, group] of groups.entries()) {
      expect(group).toBe(groups[index % 20]);
      if (index < 20) expect(groups.indexOf(group)).toBe(index);
    }
  });

  it('that are equal are one group', () => {
    const vector = denseVector([1, 2, 3]);
    const { groups, count } = groupItems([
      { text: 'a', vector },
      { text: 'b', vector },
    ]);
    expect([...groups, count]).toEqual([0, 0, 1]);
  });

  it('are used only if all items have one of the same size', () => {
    const items = embedded(threeTopics, (index) => index % 3);
    items[5] = { text: threeTopics[5]!, vector: denseVector([1, 0]) };
    expect([...groupItems(items).groups]).toEqual(groupsOf(threeTopics));
    expect([...groupItems(items.with(5, { text: threeTopics[5]! } as never)).groups]).toEqual(groupsOf(threeTopics));
  });
});
