import type { Locale } from './phrases.js';

/** Languages of the frame as HTML and the formats of dates name them. */
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

/** Attributes of what is written in the language of the content: none where it is not known, or is no language. */
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
