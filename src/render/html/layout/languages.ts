import type { Locale } from './phrases.js';

/** Language tags of the locales, for HTML and date formats. */
export const languageTags: Record<Locale, string> = {
  en: 'en',
  fr: 'fr',
  es: 'es',
  zh: 'zh-Hans',
  ja: 'ja',
  de: 'de',
  nl: 'nl',
  no: 'nb',
  'pt-br': 'pt-BR',
  ru: 'ru',
};

/**
 * Returns the `lang` and `dir` attributes of an element for the language of its content. Returns none if the language
 * is unknown or invalid.
 */
export function languageAttributes(language: string | null): { lang?: string; dir?: 'ltr' | 'rtl' } {
  const locale = language === null ? null : localeOf(language);
  if (!locale) return {};
  return { lang: locale.toString(), dir: rightToLeft.has(locale.maximize().script ?? '') ? 'rtl' : 'ltr' };
}

/** Scripts that are written from right to left. */
const rightToLeft = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Samr']);

function localeOf(language: string): Intl.Locale | null {
  try {
    return new Intl.Locale(language);
  } catch {
    return null;
  }
}
