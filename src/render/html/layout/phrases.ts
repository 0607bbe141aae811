/** Languages of what a site itself says (`SiteCustomizationSettings.internationalization`). */
export type Locale = 'en' | 'fr' | 'es' | 'zh' | 'ja' | 'de' | 'nl' | 'no' | 'pt-br' | 'ru';

/** What a site itself says, around its content. */
export interface Phrases {
  skip: string;
  /** Opens the navigation where there is no room to show it. */
  menu: string;
  close: string;
  search: string;
  searchFor: string;
  sections: string;
  spaces: string;
  breadcrumbs: string;
  onThisPage: string;
  /** The neighbours of a page, and either of them. */
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
  /** Behind links to other sites. */
  elsewhere: string;
}
