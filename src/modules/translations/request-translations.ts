import { brokenRule } from '../../engine/translation/check-translation.js';
import type { SourceText } from '../../engine/translation/space/texts-to-translate.js';
import { chunksWithin } from '../../platform/arrays/chunks-of.js';
import { yieldToEventLoop } from '../../platform/workers/event-loop.js';
import type { TextToTranslate, TranslationRequest, Translator } from './translator.js';

/** Texts to request, and the function that stores their translations. */
export interface MissingTexts {
  texts: readonly SourceText[];
  parameters: Omit<TranslationRequest, 'texts'>;
  /** Stores valid translations, by the hashes of their texts. */
  store(answers: ReadonlyMap<string, string>): Promise<void>;
  signal: AbortSignal;
}

/**
 * Requests translations from a provider, several groups of texts concurrently. Valid translations of a group are stored
 * before the next group. If a translation breaks a rule, its text is requested once more, alone and with that rule.
 * @returns invalid translations: those that broke a rule both times
 * @throws as the provider does, without removing stored translations
 */
export async function requestTranslations(translator: Translator, missing: MissingTexts): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
  const groups = chunksWithin(missing.texts, translator.atOnce, ({ text }) => text.length);
  const requestGroups = async (): Promise<void> => {
    for (const texts of groups) await requestGroup(translator, { ...missing, texts }, refused);
  };
  // After a failure, the other requests finish their current group, so that its translations are stored.
  const ended = await Promise.allSettled(Array.from({ length: translator.concurrency }, requestGroups));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return refused;
}

async function requestGroup(
  translator: Translator,
  missing: MissingTexts,
  refused: Map<string, string>,
): Promise<void> {
  const { texts, parameters, store, signal } = missing;
  signal.throwIfAborted();
  const answers = await translator.translate({ ...parameters, texts }, signal);
  const usable = new Map<string, string>();
  const again: { text: SourceText; broken: string }[] = [];
  texts.forEach((text, index) => {
    const answer = answers[index] ?? '';
    const broken = brokenRule(text.text, answer);
    if (broken === null) usable.set(text.hash, answer);
    else again.push({ text, broken });
  });
  await store(usable);
  for (const { text, broken } of again) {
    signal.throwIfAborted();
    const one: TextToTranslate = { ...text, broken };
    const [answer] = await translator.translate({ ...parameters, texts: [one] }, signal);
    if (answer != null && brokenRule(text.text, answer) === null) await store(new Map([[text.hash, answer]]));
    else refused.set(text.hash, answer ?? '');
  }
  await yieldToEventLoop();
}
