import { type Sentence, sentencesOf } from './sentences.js';
import { shorten } from './shorten.js';
import { isClosing, isSmallTalk, withoutOpening } from './small-talk.js';
import { isStopWord, stemmedWordsOf } from './words.js';

/** Messages between a user and the assistant or the team. */
export interface Conversation {
  subject?: string | null;
  parts: { role: 'user' | 'assistant' | 'team-member'; body: string }[];
}

/** A request or complaint by a user. */
export interface ExtractedIssue {
  /** Title of at most 100 characters. */
  title: string;
  /** Text of the quotes, with at most 300 characters. */
  summary: string;
  /** Verbatim excerpts of the messages, in order: at most 5, each of at most 500 characters. */
  quotes: string[];
}

const limits = { issues: 10, quotes: 5, quote: 500, title: 100, summary: 300, sentences: 2000 };

/**
 * Extracts the issues of a conversation: requests and complaints of the user, at most 10. Greetings, thanks, short
 * replies and messages of others are not issues. Different questions are different issues. A question that refers to an
 * earlier one belongs to its issue. If there is only one issue, its title is the subject of the conversation. Only the
 * first 2,000 sentences of the user are read. The same conversation always gives the same issues.
 */
export function extractIssues({ subject, parts }: Conversation): ExtractedIssue[] {
  const drafts: Draft[] = [];
  const spoken = parts.filter(({ role }) => role === 'user');
  let left = limits.sentences;
  for (const { body } of spoken) {
    if (left <= 0) break;
    left -= addMessage(drafts, body, left);
  }
  const title = subject && !isSmallTalk(subject) ? subject : null;
  if (drafts.length === 0)
    return title && spoken.length > 0 ? [{ ...toIssue({ quotes: [title], request: null }, title), quotes: [] }] : [];
  return drafts.map((draft) => toIssue(draft, drafts.length === 1 ? title : null));
}

/** Returns the text that describes an issue: its quotes, or its title if it has none. */
export function textOfIssue({ title, quotes }: Pick<ExtractedIssue, 'title' | 'quotes'>): string {
  return quotes.length > 0 ? quotes.join('\n') : title;
}

/** An issue that is being extracted. */
interface Draft {
  quotes: string[];
  /** First sentence that contains a question or a complaint. */
  request: string | null;
  /** Words of the issue's quotes, and of all its sentences that contain a question. */
  topicWords: Set<string>;
}

/** Matches a question or complaint in English, or any text with a question mark. */
const question =
  /[?？]\s*["'”’)\]]*$|^(?:how|what|why|where|when|who|which|can|could|is there|are there|do you|does|is it|am i|will|would|should|may i)\b|\b(?:i (?:need|want|would like|cannot|cant|can't|can’t|could not|couldn't|am unable|am trying|am not able)|please|does not work|doesn't work|not working|fails?|failed|error)\b/iu;

/** Matches words that refer to earlier sentences. */
const anaphora = /\b(?:it|its|it's|this|that|these|those|they|them|instead|still|then|so|such|either)\b/iu;

/** Matches words that introduce another topic. */
const another =
  /^\W*(?:also|another|second(?:ly)?|third(?:ly)?|separately|one more|additionally|by the way|btw|besides|on another note|next|finally|außerdem|de plus|además)\b/iu;

/** Matches a sentence that begins and ends as a question. */
const standaloneQuestion =
  /^(?:how|what|why|where|when|who|which|can|could|is|are|do|does|did|will|would|should|may)\b.*[?？]/iu;

/**
 * Adds the sentences of a message to the issues found so far. Sentences before a question belong to that question.
 * @param atMost maximum number of sentences to read
 * @returns number of sentences read
 */
function addMessage(drafts: Draft[], body: string, atMost: number): number {
  const read = sentencesOf(body).slice(0, atMost);
  const relevantSentences = withoutSignature(read).filter(({ text }) => !isSmallTalk(text));
  let pending: Sentence[] = [];
  for (const sentence of relevantSentences) {
    pending.push(sentence);
    if (!question.test(sentence.text) && !another.test(sentence.text)) continue;
    const isFirst = sentence === relevantSentences[0];
    addQuote(drafts, draftFor(drafts, sentence.text, isFirst), { sentences: pending, body });
    pending = [];
  }
  if (pending.length > 0) addQuote(drafts, drafts.at(-1), { sentences: pending, body });
  return read.length;
}

/**
 * Returns the issue that a sentence continues: one that has words in common with it, otherwise the last one. Returns
 * undefined if the sentence starts another topic.
 */
function draftFor(drafts: Draft[], sentence: string, isFirst: boolean): Draft | undefined {
  const topicWords = topicWordsOf(sentence);
  const related = drafts.findLast((draft) => [...topicWords].some((word) => draft.topicWords.has(word)));
  if (related || drafts.length >= limits.issues) return related ?? drafts.at(-1);
  if (another.test(sentence) && topicWords.size > 0) return undefined;
  const asksAnother = (isFirst || standaloneQuestion.test(withoutOpening(sentence))) && !anaphora.test(sentence);
  return asksAnother && topicWords.size > 1 ? undefined : drafts.at(-1);
}

function topicWordsOf(text: string): Set<string> {
  return new Set(stemmedWordsOf(text).filter((word) => !isStopWord(word)));
}

/** Adds consecutive sentences to an issue as one quote. */
function addQuote(
  drafts: Draft[],
  draft: Draft | undefined,
  { sentences, body }: { sentences: Sentence[]; body: string },
) {
  const target = draft ?? { quotes: [], request: null, topicWords: new Set() };
  if (!draft) drafts.push(target);
  const quote = body.slice(sentences[0]!.start, sentences.at(-1)!.end);
  const cut = quote.slice(0, limits.quote).replace(/[\uD800-\uDBFF]$/, '');
  const ask = sentences.at(-1)!.text;
  const isQuoted = target.quotes.length < limits.quotes && !target.quotes.includes(cut);
  if (isQuoted) target.quotes.push(cut);
  target.request ??= ask;
  for (const word of topicWordsOf(isQuoted ? `${ask} ${cut}` : ask)) target.topicWords.add(word);
}

/**
 * Returns the sentences of a message without its signature. A signature is a closing such as "Regards", with only names
 * after it.
 */
function withoutSignature(sentences: Sentence[]): Sentence[] {
  const end = sentences.findLastIndex(({ text }) => isClosing(text));
  const names = end < 0 ? [] : sentences.slice(end + 1);
  const areNames = names.length <= 3 && names.every(({ text }) => text.length <= 60 && !question.test(text));
  return areNames && end > 0 ? sentences.slice(0, end) : sentences;
}

function toIssue(
  { quotes, request: firstRequest }: Pick<Draft, 'quotes' | 'request'>,
  title: string | null,
): ExtractedIssue {
  const request = withoutOpening(firstRequest ?? quotes[0]!);
  return {
    title: shorten(title ?? capitalized(request), limits.title),
    summary: shorten(quotes.join(' '), limits.summary),
    quotes,
  };
}

function capitalized(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}
