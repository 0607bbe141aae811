import { problemOf } from '../../engine/translation/check-answer.js';
import type { AskedText } from '../../engine/translation/space/asked-texts.js';
import { groupsOf } from '../../platform/arrays/chunks-of.js';
import { yieldToEventLoop } from '../../platform/workers/event-loop.js';
import type { Asked, TextToTranslate, Translator } from './translator.js';

/** What is asked for, and who is told of the answers. */
export interface Missing {
  texts: readonly AskedText[];
  asked: Omit<Asked, 'texts'>;
  /** Keeps answers that may be used, by the hashes of their texts. */
  keep(answers: ReadonlyMap<string, string>): Promise<void>;
  signal: AbortSignal;
}

/**
 * Asks a provider for texts, several times at once; each answer that may be used is kept before the next ones are asked for. What
 * breaks a rule is asked for once more, alone and with that rule.
 * @returns the answers that broke a rule both times, which may not be used
 * @throws as the provider; what was kept before stays
 */
export async function askMissing(translator: Translator, missing: Missing): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
  const groups = groupsOf(missing.texts, translator.atOnce, ({ text }) => text.length);
  const ask = async (): Promise<void> => {
    for (const texts of groups) await askGroup(translator, { ...missing, texts }, refused);
  };
  // Where one fails the others end with the group that they have: what was answered is kept.
  const ended = await Promise.allSettled(Array.from({ length: translator.concurrency }, ask));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return refused;
}

async function askGroup(translator: Translator, missing: Missing, refused: Map<string, string>): Promise<void> {
  const { texts, asked, keep, signal } = missing;
  signal.throwIfAborted();
  const answers = await translator.translate({ ...asked, texts }, signal);
  const usable = new Map<string, string>();
  const again: { text: AskedText; broken: string }[] = [];
  texts.forEach((text, index) => {
    const answer = answers[index] ?? '';
    const broken = problemOf(text.text, answer);
    if (broken === null) usable.set(text.hash, answer);
    else again.push({ text, broken });
  });
  await keep(usable);
  for (const { text, broken } of again) {
    signal.throwIfAborted();
    const one: TextToTranslate = { ...text, broken };
    const [answer] = await translator.translate({ ...asked, texts: [one] }, signal);
    if (answer != null && problemOf(text.text, answer) === null) await keep(new Map([[text.hash, answer]]));
    else refused.set(text.hash, answer ?? '');
  }
  await yieldToEventLoop();
}
