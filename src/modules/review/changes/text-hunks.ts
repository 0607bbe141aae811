import type { Context } from '../../../api/graphql/execution/context.js';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { createComparisonBudget } from '../../../engine/change/diff/budget.js';
import type { TextHunk } from '../../../engine/change/diff/text-hunks.js';
import type { WordRun } from '../../../engine/change/diff/word-runs.js';
import { unpackList } from '../../../platform/workers/packed-list.js';
import { doWork } from '../../content/content-work/do-work.js';
import { type ContentView, pageById } from '../../content/revisions/content-view.js';
import { markdownOf } from '../../content/revisions/page-content.js';
import type { RevisionPair } from './difference-view.js';

const WordRunKind = documentedEnum('WordRunKind', 'Versions that have the words.', {
  same: 'Both.',
  removed: 'Only the words of the version before the change.',
  added: 'Only the words of the version after the change.',
});

const WordRunType = builder.objectRef<WordRun>('WordRun').implement({
  description: 'Words that both versions of a text have, or only one of them.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    kind: t.field({ type: WordRunKind, description: 'Versions that have them.', resolve: ({ kind }) => kind }),
    text: t.exposeString('text', { description: 'The words, including the space between them.' }),
  }),
});

/** A group of lines that differ, and the words that differ within them. */
export const TextHunkType = builder.objectRef<TextHunk>('TextHunk').implement({
  description: 'Lines that differ between two versions of a text; lines outside the hunks are equal.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    start: t.exposeInt('start', {
      description:
        'Number of the first removed line before the change, from 1; for an insertion, of the line that follows.',
    }),
    newStart: t.exposeInt('newStart', {
      description: 'Number of the first added line after the change, from 1; for a deletion, of the line that follows.',
    }),
    removed: t.exposeStringList('removed', { description: 'Removed lines.' }),
    added: t.exposeStringList('added', { description: 'Added lines.' }),
    words: t.field({
      type: [WordRunType],
      description:
        'The same by words: all words except the added ones, joined, are the removed lines; all except the removed ones are the added lines.',
      resolve: ({ words }) => words,
    }),
  }),
});

/**
 * Returns the lines that differ in the Markdown of a page. All comparisons of a request share one budget, so they run
 * one after another.
 */
export async function findTextHunks(
  context: Context,
  { before, after }: RevisionPair,
  pageId: string,
): Promise<TextHunk[]> {
  const [old, now] = await Promise.all([before, after].map((content) => pageMarkdown(context, content, pageId)));
  await context.pay(old!.length + now!.length);
  const sharedBudget = context.loaders.once(
    'comparing texts',
    (): SharedBudget => ({ left: Promise.resolve(createComparisonBudget().left) }),
  );
  const tenant = (after ?? before).revision.organizationId;
  const compared = sharedBudget.left.then((left) => compare([old!, now!], { left, tenant }));
  sharedBudget.left = compared.then(({ left }) => left);
  return unpackList((await compared).hunks);
}

/** The budget that remains after all comparisons of a request that have started. */
interface SharedBudget {
  left: Promise<number>;
}

function compare([before, after]: [string, string], { left, tenant }: { left: number; tenant: string }) {
  return doWork('hunks', { before, after, budget: { left } }, { tenant, weight: before.length + after.length });
}

async function pageMarkdown(context: Context, content: ContentView, pageId: string): Promise<string> {
  const page = pageById(content, pageId);
  return (page && (await markdownOf(context, page))) ?? '';
}
