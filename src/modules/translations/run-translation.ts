import type { Json } from '../../engine/base/types.js';
import { markdownFromDocument } from '../../engine/text/document/to-markdown.js';
import type { GlossaryEntry } from '../../engine/translation/glossary.js';
import { createDestinationWriter } from '../../engine/tree/links/references.js';
import { emptyManifest } from '../../engine/tree/manifest/empty-manifest.js';
import { manifestTree } from '../../engine/tree/manifest/manifest.js';
import type { StoredTexts } from '../../engine/tree/pages/blobs.js';
import { AppError } from '../../platform/base/errors.js';
import { newId } from '../../platform/base/ids.js';
import type { Store } from '../../platform/db/write/store.js';
import type { JobRun } from '../../platform/jobs/job-kind.js';
import { storeInSteps } from '../content/revisions/store-in-steps.js';
import { type BegunRun, beginRun } from './begin-run.js';
import { collectSegments } from './collect-segments.js';
import { finishRun } from './finish-actions.js';
import { readLastRunPages, readLastRunTexts } from './last-run-pages.js';
import { mergeEdits } from './merge-edits.js';
import { noteFailure } from './note-failure.js';
import { readSource } from './read-source.js';
import { translateSource } from './translate-source.js';
import { runSuperseded, translateTexts } from './translate-texts.js';
import type { Translator } from './translator.js';

/** Dependencies of a run. */
export interface RunDependencies {
  store: Store;
  translator: Translator;
}

/**
 * Runs a translation: reads its source, requests texts without stored translations, merges the result with users'
 * edits, and writes one revision. It can be restarted at any point: stored translations are not requested again.
 * @throws if the provider fails; the error is stored on the translation, and the result does not change.
 */
export async function runTranslation(running: RunDependencies, id: string, job: JobRun): Promise<void> {
  const run = await beginRun(running.store, id, job.id);
  if (!run || 'stuck' in run) return;
  try {
    await translate(running, run, job);
  } catch (error) {
    if (error === runSuperseded) return;
    if (!job.signal.aborted) await noteFailure(running.store, { id, error, job });
    throw error;
  }
}

async function translate({ store, translator }: RunDependencies, run: BegunRun, job: JobRun): Promise<void> {
  const { translation } = run;
  const { organizationId, sourceLanguage: from, language: to } = translation;
  const resultId = run.result?.id ?? newId('Space');
  const content = await readSource(store, run, resultId);
  const instructions = markdownOf(translation.instructions as Json);
  const parameters = {
    provider: translator.name,
    from,
    to,
    instructions,
    glossary: await readGlossary(store, translation),
  };
  const known = await readLastRunPages(store, run);
  const translatable = await collectSegments(content, parameters, known);
  job.signal.throwIfAborted();
  const answers = await translateTexts({ store, translator }, { run, translatable, parameters, job });
  const lastRunTexts = await readLastRunTexts(store, organizationId, { known, ids: translatable.reusablePageIds });
  const machine = await translateSource({ content, translatable, answers, lastRunTexts });
  await storeContent(store, organizationId, machine);
  const ready = {
    run,
    resultId,
    machine,
    sourcePages: content.sourcePages,
    inputs: translatable.inputs,
    tree: manifestTree(machine.manifest),
    jobId: job.id,
  };
  for (let attempt = 1; attempt <= maxMerges; attempt += 1) {
    job.signal.throwIfAborted();
    const merged = await mergeEdits(store, run, machine.manifest);
    await storeContent(store, organizationId, merged);
    if (await finishRun(store, { ...ready, merged })) return;
  }
  throw new AppError(
    'CONFLICT',
    `The space ${resultId} was changed ${maxMerges} times while its translation was merged`,
  );
}

/**
 * Maximum number of merges in one attempt, if users keep changing the result. After that, the run waits for its next
 * attempt.
 */
const maxMerges = 10;

/** Stores the content of a run before the transaction that makes it visible. */
function storeContent(store: Store, organizationId: string, { blobs }: Pick<StoredTexts, 'blobs'>): Promise<void> {
  const own = [...blobs].map(([hash, bytes]) => [hash, () => bytes] as [string, () => Uint8Array]);
  return storeInSteps(store, { organizationId, blobs: own, texts: new Set(blobs.keys()) });
}

/** Reads the terms of the organization that are in both languages. */
async function readGlossary(
  { read }: Store,
  { organizationId, sourceLanguage, language }: BegunRun['translation'],
): Promise<GlossaryEntry[]> {
  const query = read.sql.selectFrom('GlossaryEntry').select(['id', 'translations']).orderBy('id');
  const rows = await read.all(query.where('organizationId', '=', organizationId));
  return rows
    .map(({ id, translations }) => ({ id, translations: translations as Record<string, string> }))
    .filter(({ translations }) => translations[sourceLanguage] && translations[language]);
}

/** Returns the instructions for a provider as Markdown. Instructions contain no links to pages. */
function markdownOf(instructions: Json): string {
  return markdownFromDocument(instructions, { destination: createDestinationWriter(emptyManifest) }).trim();
}
