import type { AskedText } from '../../engine/translation/space/asked-texts.js';
import type { JobRun } from '../../platform/jobs/job-kind.js';
import { askMissing } from './ask-missing.js';
import type { BegunRun } from './begin-run.js';
import { type Asking, memoryKeys, recall, remember } from './memory.js';
import type { AskedContent } from './read-asked.js';
import type { Running } from './run-translation.js';

/** Thrown where a run is nobody's any more: the translation was deleted, or is run by another job. */
export const runIsOver = new Error('The run is over');

/** A run, and what it is to have answers for. */
export interface Wanted {
  run: BegunRun;
  asked: AskedContent;
  asking: Asking;
  job: Pick<JobRun, 'signal' | 'progress'>;
}

/**
 * The answers for all texts of a run by their hashes: those that are remembered, and those that the provider gives, each kept in a
 * transaction of its own. Answers that may not be used are among them; they are kept by nobody.
 * @throws as the provider, and `runIsOver`; what it has answered stays
 */
export async function answersFor({ store, translator }: Running, wanted: Wanted): Promise<Map<string, string>> {
  const { run, asked, asking, job } = wanted;
  const { id, organizationId } = run.translation;
  const { from, to, instructions } = asking;
  const keys = await memoryKeys(asked.texts, asking);
  const known = await recall(store.read, organizationId, [...keys.values()]);
  const answers = new Map<string, string>();
  for (const [hash, key] of keys) if (known.has(key)) answers.set(hash, known.get(key)!);
  await job.progress(answers.size, asked.texts.length);
  const byHash = new Map(asked.texts.map((text) => [text.hash, text]));
  const keep = async (given: ReadonlyMap<string, string>): Promise<void> => {
    if (given.size === 0) return;
    const byKey = new Map([...given].map(([hash, answer]) => [keys.get(hash)!, answer]));
    const isOver = await store.transaction(async (tx) => {
      await remember(tx, organizationId, byKey);
      const words = wordsOf([...given.keys()].map((hash) => byHash.get(hash)!));
      const own = { id, runStartedAt: run.startedAt };
      const { count } = await tx.prisma.translation.updateMany({
        where: own,
        data: { runWords: { increment: words } },
      });
      return count === 0;
    });
    if (isOver) throw runIsOver;
    for (const [hash, answer] of given) answers.set(hash, answer);
    await job.progress(answers.size, asked.texts.length);
  };
  const missing = asked.texts.filter(({ hash }) => !answers.has(hash));
  const refused = await askMissing(translator, {
    ...{ texts: missing, asked: { from, to, instructions } },
    ...{ keep, signal: job.signal },
  });
  for (const [hash, answer] of refused) answers.set(hash, answer);
  return answers;
}

function wordsOf(texts: readonly AskedText[]): number {
  return texts.reduce((sum, { words }) => sum + words, 0);
}
