import { type Sentence, sentencesOf } from './sentences.js';
import { shorten } from './shorten.js';
import { isClosing, isSmallTalk, withoutOpening } from './small-talk.js';
import { saysNothing, wordsOf } from './words.js';

/** What was said between a person and those who answer. */
export interface Conversation {
  subject?: string | null;
  parts: { role: 'user' | 'assistant' | 'team-member'; body: string }[];
}

/** Something that a person asks for. */
export interface ExtractedIssue {
  /** At most 100 characters. */
  title: string;
  /** What was said of it, at most 300 characters. */
  summary: string;
  /** Pieces of the parts, letter by letter, in their order: at most 5 of 500 characters. */
  quotes: string[];
}

const most = { issues: 10, quotes: 5, quote: 500, title: 100, summary: 300, sentences: 2000 };

/**
 * The issues in a conversation: what the user asks for, at most 10. Greetings, thanks, short answers and what others say are
 * none; several different questions are several issues, and a question that comes back to an earlier one is part of it. A subject
 * is the title where all is one issue. Of the user's sentences the first 2,000 are read. The same conversation has the same issues.
 */
export function extractIssues({ subject, parts }: Conversation): ExtractedIssue[] {
  const drafts: Draft[] = [];
  const spoken = parts.filter(({ role }) => role === 'user');
  let left = most.sentences;
  for (const { body } of spoken) {
    if (left <= 0) break;
    left -= addMessage(drafts, body, left);
  }
  const title = subject && !isSmallTalk(subject) ? subject : null;
  if (drafts.length === 0)
    return title && spoken.length > 0 ? [{ ...issueOf({ quotes: [title], asked: null }, title), quotes: [] }] : [];
  return drafts.map((draft) => issueOf(draft, drafts.length === 1 ? title : null));
}

/** The text that tells what an issue is about: what the user said of it, its title where that is not known. */
export function textOfIssue({ title, quotes }: Pick<ExtractedIssue, 'title' | 'quotes'>): string {
  return quotes.length > 0 ? quotes.join('\n') : title;
}

/** An issue as far as it is read. */
interface Draft {
  quotes: string[];
  /** The first sentence that asks or complains. */
  asked: string | null;
  /** Words of its quotes, and of all sentences that ask. */
  matter: Set<string>;
}

/** Asked in the words of English, or marked as a question. */
const question =
  /[?？]\s*["'”’)\]]*$|^(?:how|what|why|where|when|who|which|can|could|is there|are there|do you|does|is it|am i|will|would|should|may i)\b|\b(?:i (?:need|want|would like|cannot|cant|can't|can’t|could not|couldn't|am unable|am trying|am not able)|please|does not work|doesn't work|not working|fails?|failed|error)\b/iu;

/** Words that come back to what was said before. */
const comesBack = /\b(?:it|its|it's|this|that|these|those|they|them|instead|still|then|so|such|either)\b/iu;

/** Words that announce another matter. */
const another =
  /^\W*(?:also|another|second(?:ly)?|third(?:ly)?|separately|one more|additionally|by the way|btw|besides|on another note|next|finally|außerdem|de plus|además)\b/iu;

/** Begins as a question of its own does. */
const questionOfItsOwn =
  /^(?:how|what|why|where|when|who|which|can|could|is|are|do|does|did|will|would|should|may)\b.*[?？]/iu;

/**
 * Adds what a message says to the issues so far, as far as its first sentences go; answers how many were read. What asks nothing yet
 * belongs to the next that does.
 */
function addMessage(drafts: Draft[], body: string, atMost: number): number {
  const read = sentencesOf(body).slice(0, atMost);
  const said = withoutSignature(read).filter(({ text }) => !isSmallTalk(text));
  let pending: Sentence[] = [];
  for (const sentence of said) {
    pending.push(sentence);
    if (!question.test(sentence.text) && !another.test(sentence.text)) continue;
    const isFirst = sentence === said[0];
    addTo(drafts, draftFor(drafts, sentence.text, isFirst), { sentences: pending, body });
    pending = [];
  }
  if (pending.length > 0) addTo(drafts, drafts.at(-1), { sentences: pending, body });
  return read.length;
}

/** The issue that a sentence goes on with: one that shares words with it, or the last unless it asks of another matter. */
function draftFor(drafts: Draft[], sentence: string, isFirst: boolean): Draft | undefined {
  const matter = matterOf(sentence);
  const akin = drafts.findLast((draft) => [...matter].some((word) => draft.matter.has(word)));
  if (akin || drafts.length >= most.issues) return akin ?? drafts.at(-1);
  if (another.test(sentence) && matter.size > 0) return undefined;
  const asksAnother = (isFirst || questionOfItsOwn.test(withoutOpening(sentence))) && !comesBack.test(sentence);
  return asksAnother && matter.size > 1 ? undefined : drafts.at(-1);
}

function matterOf(text: string): Set<string> {
  return new Set(wordsOf(text).filter((word) => !saysNothing(word)));
}

/** Sentences that follow each other are one quote. */
function addTo(
  drafts: Draft[],
  draft: Draft | undefined,
  { sentences, body }: { sentences: Sentence[]; body: string },
) {
  const target = draft ?? { quotes: [], asked: null, matter: new Set() };
  if (!draft) drafts.push(target);
  const quote = body.slice(sentences[0]!.start, sentences.at(-1)!.end);
  const cut = quote.slice(0, most.quote).replace(/[\uD800-\uDBFF]$/, '');
  const ask = sentences.at(-1)!.text;
  const isQuoted = target.quotes.length < most.quotes && !target.quotes.includes(cut);
  if (isQuoted) target.quotes.push(cut);
  target.asked ??= ask;
  for (const word of matterOf(isQuoted ? `${ask} ${cut}` : ask)) target.matter.add(word);
}

/** A message without its end: from a line of regards on, where only names follow. */
function withoutSignature(sentences: Sentence[]): Sentence[] {
  const end = sentences.findLastIndex(({ text }) => isClosing(text));
  const names = end < 0 ? [] : sentences.slice(end + 1);
  const areNames = names.length <= 3 && names.every(({ text }) => text.length <= 60 && !question.test(text));
  return areNames && end > 0 ? sentences.slice(0, end) : sentences;
}

function issueOf({ quotes, asked: first }: Pick<Draft, 'quotes' | 'asked'>, title: string | null): ExtractedIssue {
  const asked = withoutOpening(first ?? quotes[0]!);
  return {
    title: shorten(title ?? capital(asked), most.title),
    summary: shorten(quotes.join(' '), most.summary),
    quotes,
  };
}

function capital(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}
