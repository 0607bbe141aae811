import type { SourceText } from '../../engine/translation/space/texts-to-translate.js';
import type { JobRun } from '../../platform/jobs/job-kind.js';
import type { BegunRun } from './begin-run.js';
import type { TranslatableContent } from './collect-segments.js';
import { type MemoryKeyParameters, memoryKeys, readMemory, saveToMemory } from './memory.js';
import { requestTranslations } from './request-translations.js';
import type { RunDependencies } from './run-translation.js';

/** Thrown if a run is no longer valid, because the translation was deleted or another job runs it. */
export const runSuperseded = new Error('The run is over');

/** A run, and the texts that it needs translations of. */
export interface TranslationTask {
  run: BegunRun;
  translatable: TranslatableContent;
  parameters: MemoryKeyParameters;
  job: Pick<JobRun, 'signal' | 'progress'>;
}

/**
 * Returns the translations of all texts of a run by hash: stored ones, and those from the provider. Each group from the
 * provider is stored in its own transaction. Invalid translations are returned, but not stored.
 * @throws as the provider does, and `runSuperseded`; stored translations stay
 */
export async function translateTexts(
  { store, translator }: RunDependencies,
  task: TranslationTask,
): Promise<Map<string, string>> {
  const { run, translatable, parameters, job } = task;
  const { id, organizationId } = run.translation;
  const { from, to, instructions } = parameters;
  const keys = await memoryKeys(translatable.texts, parameters);
  const known = await readMemory(store.read, organizationId, [...keys.values()]);
  const answers = new Map<string, string>();
  for (const [hash, key] of keys) if (known.has(key)) answers.set(hash, known.get(key)!);
  await job.progress(answers.size, translatable.texts.length);
  const byHash = new Map(translatable.texts.map((text) => [text.hash, text]));
  const storeAnswers = async (given: ReadonlyMap<string, string>): Promise<void> => {
    if (given.size === 0) return;
    const byKey = new Map([...given].map(([hash, answer]) => [keys.get(hash)!, answer]));
    const isOver = await store.transaction(async (tx) => {
      await saveToMemory(tx, organizationId, byKey);
      const words = totalWords([...given.keys()].map((hash) => byHash.get(hash)!));
      const own = { id, runStartedAt: run.startedAt };
      const { count } = await tx.prisma.translation.updateMany({
        where: own,
        data: { runWords: { increment: words } },
      });
      return count === 0;
    });
    if (isOver) throw runSuperseded;
    for (const [hash, answer] of given) answers.set(hash, answer);
    await job.progress(answers.size, translatable.texts.length);
  };
  const missing = translatable.texts.filter(({ hash }) => !answers.has(hash));
  const refused = await requestTranslations(translator, {
    ...{ texts: missing, parameters: { from, to, instructions } },
    ...{ store: storeAnswers, signal: job.signal },
  });
  for (const [hash, answer] of refused) answers.set(hash, answer);
  return answers;
}

function totalWords(texts: readonly SourceText[]): number {
  return texts.reduce((sum, { words }) => sum + words, 0);
}
