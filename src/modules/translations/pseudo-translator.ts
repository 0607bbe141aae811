import { pseudoTranslate } from '../../engine/translation/pseudo.js';
import type { Translator } from './translator.js';

/** The built-in provider: it asks nobody, and its answers show what is translated. It follows the glossary, and no instructions. */
export const pseudoTranslator: Translator = {
  name: 'pseudo',
  atOnce: { items: 200, bytes: 32_768 },
  concurrency: 1,
  async translate({ texts, to }) {
    return texts.map(({ text, terms }) => pseudoTranslate(text, to, new Map(terms)));
  },
};
