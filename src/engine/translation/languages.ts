/** A language that pages can be translated into. */
export interface Language {
  /** Name of the language in English. */
  name: string;
  /** Name of the language in that language. */
  nativeName: string;
  /** Direction of writing. */
  direction: 'ltr' | 'rtl';
}

/** Languages of the REST API by code, in the order of `TranslationLanguage` in openapi.json. */
export const languages = {
  en: ltr('English', 'English'),
  fr: ltr('French', 'Français'),
  de: ltr('German', 'Deutsch'),
  es: ltr('Spanish', 'Español'),
  it: ltr('Italian', 'Italiano'),
  pt: ltr('Portuguese', 'Português'),
  'pt-br': ltr('Portuguese (Brazil)', 'Português (Brasil)'),
  ru: ltr('Russian', 'Русский'),
  ja: ltr('Japanese', '日本語'),
  zh: ltr('Chinese', '中文'),
  yue: ltr('Cantonese', '粵語'),
  ko: ltr('Korean', '한국어'),
  ar: rtl('Arabic', 'العربية'),
  hi: ltr('Hindi', 'हिन्दी'),
  nl: ltr('Dutch', 'Nederlands'),
  pl: ltr('Polish', 'Polski'),
  tr: ltr('Turkish', 'Türkçe'),
  sv: ltr('Swedish', 'Svenska'),
  no: ltr('Norwegian', 'Norsk'),
  da: ltr('Danish', 'Dansk'),
  fi: ltr('Finnish', 'Suomi'),
  el: ltr('Greek', 'Ελληνικά'),
  cs: ltr('Czech', 'Čeština'),
  hu: ltr('Hungarian', 'Magyar'),
  ro: ltr('Romanian', 'Română'),
  th: ltr('Thai', 'ไทย'),
  vi: ltr('Vietnamese', 'Tiếng Việt'),
  id: ltr('Indonesian', 'Bahasa Indonesia'),
  ms: ltr('Malay', 'Bahasa Melayu'),
  he: rtl('Hebrew', 'עברית'),
  uk: ltr('Ukrainian', 'Українська'),
  sk: ltr('Slovak', 'Slovenčina'),
  bg: ltr('Bulgarian', 'Български'),
  hr: ltr('Croatian', 'Hrvatski'),
  lt: ltr('Lithuanian', 'Lietuvių'),
  lv: ltr('Latvian', 'Latviešu'),
  et: ltr('Estonian', 'Eesti'),
  sl: ltr('Slovenian', 'Slovenščina'),
} as const satisfies Record<string, Language>;

/** The code of a language. */
export type LanguageCode = keyof typeof languages;

function ltr(name: string, nativeName: string): Language {
  return { name, nativeName, direction: 'ltr' };
}

function rtl(name: string, nativeName: string): Language {
  return { name, nativeName, direction: 'rtl' };
}
