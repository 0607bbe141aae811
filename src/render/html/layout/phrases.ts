/** Locales of the frame of a site (`SiteCustomizationSettings.internationalization`). */
export type Locale = 'en' | 'fr' | 'es' | 'zh' | 'ja' | 'de' | 'nl' | 'no' | 'pt-br' | 'ru';

/** Texts in the frame around the content of a site. */
export interface Phrases {
  skip: string;
  /** Label of the button that opens the navigation on narrow screens. */
  menu: string;
  close: string;
  search: string;
  searchFor: string;
  sections: string;
  spaces: string;
  breadcrumbs: string;
  onThisPage: string;
  /** Labels of the links to the previous and the next page. */
  pagination: string;
  previous: string;
  next: string;
  lastUpdated: string;
  viewAsMarkdown: string;
  light: string;
  dark: string;
  preview: string;
  results: string;
  nothingFound: string;
  nothingFoundHint: string;
  searchHint: string;
  missing: string;
  missingHint: string;
  home: string;
  /** Text that follows links to other sites. */
  elsewhere: string;
}
