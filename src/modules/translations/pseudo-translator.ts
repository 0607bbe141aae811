import { pseudoTranslate } from '../../engine/translation/pseudo.js';
import type { Translator } from './translator.js';

/**
 * Built-in provider, which calls no service and marks the texts that it translates. It uses the glossary, and ignores
 * instructions.
 */
export const pseudoTranslator: Translator = {
  name: 'pseudo',
  atOnce: { items: 200, bytes: 32_768 },
  concurrency: 1,
  async translate({ texts, to }) {
    return texts.map(({ text, terms }) => pseudoTranslate(text, to, new Map(terms)));
  },
};
