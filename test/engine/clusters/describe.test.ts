import { describe, expect, it } from 'vitest';
import { backgroundOf, describeGroup } from '../../../src/engine/clusters/describe.js';
import { threeTopics } from './messages.js';

const background = backgroundOf(threeTopics);
const cards = describeGroup(threeTopics.slice(0, 4), background);

describe('a group', () => {
  it('is labelled by what one of its texts asks', () => {
    expect(cards.label).toBe('My card has not arrived');
    expect(describeGroup(threeTopics.slice(4, 8), background).label).toBe('Reset my password');
  });

  it('is labelled without what is polite', () => {
    const texts = ['Hello! Could you please tell me how to reset my password?', 'reset my password'];
    expect(describeGroup(texts, background).label).toBe('Reset my password');
  });

  it('is summed up in one sentence that quotes', () => {
    expect(cards.summary).toBe(
      'People ask about card, arrived, as in “My card has not arrived” and “The card still did not arrive”.',
    );
  });

  it('has an icon of its words, and one of questions where none has one', () => {
    expect(cards.icon).toBe('credit-card');
    expect(describeGroup(threeTopics.slice(8), background).icon).toBe('file-export');
    expect(describeGroup(['qwertz', 'qwertz uiop'], background).icon).toBe('circle-question');
  });

  it('has a label of at most 60 characters, cut between words, however long the texts are', () => {
    const texts = [
      `${'internationalisation '.repeat(3)}of the sites`,
      'x'.repeat(1 << 20),
      `${'👩‍👩‍👧'.repeat(100)} family`,
    ];
    for (const text of texts) {
      const { label, summary, icon } = describeGroup([text, text], background);
      expect(label.length).toBeLessThanOrEqual(60);
      expect(label.isWellFormed()).toBe(true);
      expect(summary.length).toBeLessThanOrEqual(400);
      expect(icon.length).toBeLessThanOrEqual(50);
    }
    expect(describeGroup(texts.slice(0, 1), background).label).toBe('Internationalisation internationalisation…');
  });

  it('without any words has a label all the same', () => {
    for (const texts of [[], ['🎉'], ['Thanks!']]) expect(describeGroup(texts, background).label).toBe('Untitled');
  });

  it('is described the same each time', () => {
    expect(describeGroup(threeTopics.slice(0, 4), backgroundOf(threeTopics))).toEqual(cards);
  });
});
