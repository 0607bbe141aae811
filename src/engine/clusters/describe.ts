import { iconFor } from './icons.js';
import { sentencesOf } from './sentences.js';
import { shorten } from './shorten.js';
import { isSmallTalk, withoutOpening } from './small-talk.js';
import { isStopWord, stemmedWordsOf, stemOf, writtenWordsOf } from './words.js';

/** Word frequencies of all texts. The words of a group are compared with them. */
export interface CorpusFrequencies {
  texts: number;
  /** Number of texts that contain each word. */
  counts: Map<string, number>;
}

/** Label, summary and icon of a group. */
export interface Description {
  /** Label of at most 60 characters. */
  label: string;
  /** One sentence that quotes one or two texts of the group, with at most 400 characters. */
  summary: string;
  /** Name of an icon, with at most 50 characters. */
  icon: string;
}

const limits = { label: 60, quote: 140, texts: 300, candidates: 30, sentences: 10, characters: 500 };

/** Counts the words of all texts. `describeGroup` compares the words of a group with them. */
export function corpusFrequencies(texts: Iterable<string>): CorpusFrequencies {
  const background: CorpusFrequencies = { texts: 0, counts: new Map() };
  for (const text of texts) {
    background.texts++;
    for (const word of new Set(stemmedWordsOf(text)))
      background.counts.set(word, (background.counts.get(word) ?? 0) + 1);
  }
  return background;
}

/**
 * Returns the label, summary and icon of a group. The label is a short sentence from one of the texts, with words that
 * are frequent in the group and rare in other texts. The same texts always get the same description.
 * @param texts texts of the group, the most typical first; only the first 300 are read
 */
export function describeGroup(texts: readonly string[], background: CorpusFrequencies): Description {
  const read = texts.slice(0, limits.texts);
  const weights = wordWeights(read, background);
  const candidates = new Set(read.slice(0, limits.candidates).flatMap(candidateSentences));
  const scored = Array.from(candidates, (text) => ({ text, score: scoreSentence(text, weights) }));
  const [label, ...otherSentences] = scored.sort((left, right) => right.score - left.score).map(({ text }) => text);
  if (label === undefined) return { label: 'Untitled', summary: 'No words are said in it.', icon: iconFor([]) };
  const distinctiveTerms = topWords(read, weights);
  const second = otherSentences.find((text) => writtenWordsOf(text).join(' ') !== writtenWordsOf(label).join(' '));
  const quotes = [label, ...(second ? [second] : [])].map((text) => `“${shorten(text, limits.quote)}”`);
  return {
    label: makeLabel(label),
    summary: summarize(distinctiveTerms, quotes),
    icon: iconFor(distinctiveTerms),
  };
}

/**
 * Returns the weight of each word. It is the share of the group's texts that contain the word, times a logarithm. The
 * logarithm is of the ratio between the word's frequency in the group and in other texts.
 */
function wordWeights(texts: readonly string[], background: CorpusFrequencies): Map<string, number> {
  const own = corpusFrequencies(texts);
  return new Map(
    [...own.counts].map(([word, count]) => {
      const share = count / own.texts;
      const elsewhere = ((background.counts.get(word) ?? 0) + 1) / (background.texts + 2);
      return [word, share * Math.max(0, Math.log(share / elsewhere))];
    }),
  );
}

/** Returns the sentences of a text without small talk and greetings. */
function candidateSentences(text: string): string[] {
  const sentences = sentencesOf(text).filter((sentence) => !isSmallTalk(sentence.text));
  return sentences
    .slice(0, limits.sentences)
    .map((sentence) => withoutOpening(sentence.text).slice(0, limits.characters));
}

/** Scores how well a sentence represents the group: high for short sentences with distinctive words. */
function scoreSentence(text: string, weights: Map<string, number>): number {
  const words = stemmedWordsOf(text);
  const totalWeight = [...new Set(words)].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
  const tooLong = makeLabel(text).endsWith('…') ? 0.5 : 1;
  return (totalWeight / (words.length + 4)) * tooLong;
}

/** Matches polite phrases at the beginning of a question. */
const politeness =
  /^(?:(?:please|could you|can you|would you|will you|kindly|can someone|i(?:'|’)?d like to(?: know)?|i would like to(?: know)?|i want to(?: know)?|i need to(?: know)?|i wanna|tell me|let me know|help me(?: to)?|explain(?: to me)?|show me|i(?:'|’)?m trying to|i am trying to|how (?:do|can|could|would|should) (?:i|we|you)|how to|what do i (?:have to )?do (?:if|when)|what (?:if|should i do if)|(?:do|would) you know|is it possible to|is there (?:a|any) way to|can i|may i|am i able to|if i can)\s+)+/iu;

const question =
  /^(?:what|where|when|why|who|which|how|is|are|am|do|does|did|can|could|has|have|will|would|should)\b/iu;

/** Makes a label from a sentence: removes polite phrases and punctuation, and shortens it to at most 60 characters. */
function makeLabel(text: string): string {
  const whole = text.replace(/[\s.!?。！？…,;:]+$/u, '');
  const bare = whole.replace(politeness, '');
  const chosen = writtenWordsOf(bare).length > 1 ? bare : whole;
  const mark = question.test(chosen) && /[?？]\s*$/u.test(text) ? '?' : '';
  const label = shorten(chosen + mark, limits.label);
  const [first = ''] = label;
  return first.toUpperCase() + label.slice(first.length);
}

interface DistinctiveTerm {
  word: string;
  weight: number;
}

/** Returns the eight words with the highest weight, each in its most frequent spelling. */
function topWords(texts: readonly string[], weights: Map<string, number>): DistinctiveTerm[] {
  const times = new Map<string, number>();
  for (const text of texts) for (const word of writtenWordsOf(text)) times.set(word, (times.get(word) ?? 0) + 1);
  const written = new Map<string, string>();
  for (const [word, count] of times) {
    const stem = stemOf(word);
    if (count > (times.get(written.get(stem) ?? '') ?? 0)) written.set(stem, word);
  }
  const distinctiveTerms = [...weights].sort(([, left], [, right]) => right - left).slice(0, 8);
  return distinctiveTerms.map(([stem, weight]) => ({ word: written.get(stem) ?? stem, weight }));
}

function summarize(distinctiveTerms: DistinctiveTerm[], quotes: string[]): string {
  const words = distinctiveTerms.map(({ word }) => word).filter((word) => !isStopWord(stemOf(word)));
  const about = words.length > 0 ? `about ${words.slice(0, 3).join(', ')}, as in` : 'as in';
  return `People ask ${about} ${quotes.join(' and ')}.`;
}
