import { describe, expect, it } from 'vitest';
import { corpusFrequencies, describeGroup } from '../../../src/engine/clusters/describe.js';
import { threeTopics } from './messages.js';

const background = corpusFrequencies(threeTopics);
const cards = describeGroup(threeTopics.slice(0, 4), background);

describe('a group', () => {
  it('is labeled with a sentence of one of its texts', () => {
    expect(cards.label).toBe('My card has not arrived');
    expect(describeGroup(threeTopics.slice(4, 8), background).label).toBe('Reset my password');
  });

  it('has a label without polite phrases', () => {
    const texts = ['Hello! Could you please tell me how to reset my password?', 'reset my password'];
    expect(describeGroup(texts, background).label).toBe('Reset my password');
  });

  it('has a summary of one sentence, with quotes', () => {
    expect(cards.summary).toBe(
      'People ask about card, arrived, as in “My card has not arrived” and “The card still did not arrive”.',
    );
  });

  it('has an icon that matches its words, or a question mark if none matches', () => {
    expect(cards.icon).toBe('credit-card');
    expect(describeGroup(threeTopics.slice(8), background).icon).toBe('file-export');
    expect(describeGroup(['qwertz', 'qwertz uiop'], background).icon).toBe('circle-question');
  });

  it('has a label of at most 60 characters, cut between words, for texts of any length', () => {
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

  it('has a label even if it has no words', () => {
    for (const texts of [[], ['🎉'], ['Thanks!']]) expect(describeGroup(texts, background).label).toBe('Untitled');
  });

  it('gets the same description each time', () => {
    expect(describeGroup(threeTopics.slice(0, 4), corpusFrequencies(threeTopics))).toEqual(cards);
  });
});
