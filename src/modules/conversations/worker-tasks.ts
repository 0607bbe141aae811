import { corpusFrequencies, describeGroup } from '../../engine/clusters/describe.js';
import { type ExtractedIssue, extractIssues } from '../../engine/clusters/extract.js';
import { groupItems } from '../../engine/clusters/group.js';
import { assignGroup, decodeModel, encodeModel, type GroupingModel, type Item } from '../../engine/clusters/model.js';
import { decodeVector } from '../../engine/clusters/vectors.js';
import type { ConversationPart } from './loaders.js';

/** A conversation to extract issues from. */
export interface ExtractionInput {
  subject: string | null;
  /** Its parts as JSON. */
  parts: string;
}

/** Items as input for a thread, whose memory may be transferred to the thread. */
export interface ItemPage {
  /** Their texts, as JSON. */
  texts: Uint8Array;
  /** Their vectors in sequence, all of one length; null if there are none. */
  vectors: Uint8Array | null;
}

/** Input of a grouping. The first items form the groups, and all other items are placed in these groups. */
interface GroupingInput {
  pages: ItemPage[];
  /** Number of items that form the groups. */
  formingCount: number;
}

/** Items to place in existing groups. */
interface PlacementInput {
  pages: ItemPage[];
  /** Bytes of the model. */
  model: Uint8Array;
}

/** A group with its texts. */
export interface DescribedGroup {
  label: string;
  summary: string;
  icon: string;
  /** Indexes of its most typical items, at most 20. */
  typical: number[];
}

/** Result of a grouping. */
interface GroupingResult {
  /** Index of the group of each item; -1 if the item is similar to no other. */
  groups: Int32Array;
  described: DescribedGroup[];
  /** Bytes of the model. */
  model: Uint8Array;
}

/** Inputs and results of the tasks of a thread, by name. */
export interface AnalysisTasks {
  extract: [input: ExtractionInput[], answer: ExtractedIssue[][]];
  place: [input: PlacementInput, answer: Int32Array];
  group: [input: GroupingInput, answer: GroupingResult];
}

/** Message to a thread. */
export interface TaskCall {
  name: keyof AnalysisTasks;
  input: never;
}

/** Message from a thread: a result or an error. */
export interface TaskAnswer {
  answer?: unknown;
  failed?: { message: string; stack: string | undefined };
}

type Tasks = { [Name in keyof AnalysisTasks]: (input: AnalysisTasks[Name][0]) => AnalysisTasks[Name][1] };

const tasks: Tasks = {
  extract: (conversations) => conversations.map(issuesOf),
  place({ pages, model }) {
    const known = decodeModel(model);
    return Int32Array.from(decodeItems(pages), (item) => assignGroup(known, item)?.group ?? -1);
  },
  group({ pages, formingCount: groupedCount }) {
    const items = decodeItems(pages);
    const grouping = groupItems(items.slice(0, groupedCount));
    const rest = items.slice(groupedCount).map((item) => assignGroup(grouping.model, item)?.group ?? -1);
    const groups = Int32Array.from([...grouping.groups, ...rest]);
    const described = describeGroups(items.slice(0, groupedCount), grouping);
    return { groups, described, model: encodeModel(grouping.model) };
  },
};

/** Runs a task. Returns errors, because an uncaught error ends the thread. */
export function answerTask(name: keyof AnalysisTasks, input: never): TaskAnswer {
  try {
    return { answer: tasks[name](input) };
  } catch (error) {
    const { message, stack } = error as Error;
    return { failed: { message, stack } };
  }
}

/** Limits of a stored issue. */
const limits = { issues: 20, quotes: 10, quote: 1000, title: 200, summary: 1000 };

function issuesOf({ subject, parts }: ExtractionInput): ExtractedIssue[] {
  const messages = (JSON.parse(parts) as ConversationPart[]).map(({ role, body }) => ({ role, body }));
  const found = extractIssues({ ...(subject !== null && { subject }), parts: messages });
  return found.slice(0, limits.issues).map(({ title, summary, quotes }) => ({
    title: truncate(title, limits.title),
    summary: truncate(summary, limits.summary),
    quotes: quotes.slice(0, limits.quotes).map((quote) => truncate(quote, limits.quote)),
  }));
}

/** Truncates a text without splitting a surrogate pair. */
function truncate(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

function decodeItems(pages: readonly ItemPage[]): Item[] {
  const decoder = new TextDecoder();
  return pages.flatMap(({ texts, vectors }) => {
    const all = JSON.parse(decoder.decode(texts)) as string[];
    if (vectors === null) return all.map((text) => ({ text }));
    const stride = vectors.length / all.length;
    return all.map((text, index) => ({
      text,
      vector: decodeVector(vectors.subarray(index * stride, (index + 1) * stride)),
    }));
  });
}

/**
 * Maximum number of typical items that a description is computed from (`describing`), and of typical items that are
 * returned (`returned`).
 */
const typicalItems = { describing: 100, returned: 20 };

function describeGroups(
  items: readonly Item[],
  { groups, likeness, count }: { groups: Int32Array; likeness: Float32Array; count: number; model: GroupingModel },
): DescribedGroup[] {
  const background = corpusFrequencies(items.map(({ text }) => text));
  const members: number[][] = Array.from({ length: count }, () => []);
  groups.forEach((group, item) => void members[group]?.push(item));
  return members.map((own) => {
    const typical = own.sort((one, other) => likeness[other]! - likeness[one]! || one - other);
    const texts = typical.slice(0, typicalItems.describing).map((item) => items[item]!.text);
    return { ...describeGroup(texts, background), typical: typical.slice(0, typicalItems.returned) };
  });
}
