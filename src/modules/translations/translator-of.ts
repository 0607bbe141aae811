import type { Ai } from '../../platform/ai/ai.js';
import { aiTranslator } from './ai-translator.js';
import { pseudoTranslator } from './pseudo-translator.js';
import type { Translator } from './translator.js';

/**
 * Returns the provider of translations: the configured service if it has a model for texts, otherwise the built-in one.
 */
export function translatorOf(ai: Ai | null): Translator {
  return ai?.model == null ? pseudoTranslator : aiTranslator(ai);
}
