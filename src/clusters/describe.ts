import { wordsOf } from './words.js';

/** How often words are said in all texts, beside which a group is described. */
export interface Background {
  texts: number;
  counts: Map<string, number>;
}

/** How a group is shown. */
export interface Description {
  /** At most 60 characters. */
  label: string;
  /** One sentence, which quotes a text of the group. */
  summary: string;
  /** Name of an icon, at most 50 characters. */
  icon: string;
}

/** What all texts say, to describe groups of them. */
export function backgroundOf(texts: Iterable<string>): Background {
  const background: Background = { texts: 0, counts: new Map() };
  for (const text of texts) {
    background.texts++;
    for (const word of new Set(wordsOf(text))) background.counts.set(word, (background.counts.get(word) ?? 0) + 1);
  }
  return background;
}

/** Label, summary and icon of a group from its texts, the most typical first. */
export function describeGroup(texts: string[], _background: Background): Description {
  const typical = (texts[0] ?? '').replace(/\s+/g, ' ').trim();
  const label = [...typical].slice(0, 60).join('').trim() || 'Untitled';
  return { label, summary: `${texts.length} ask: “${[...typical].slice(0, 200).join('')}”`, icon: 'circle-question' };
}
