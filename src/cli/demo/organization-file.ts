import type { Json } from '../../engine/base/types.js';

/** Content of `demo/organization.yaml`. Members and spaces are named by their keys. */
export interface OrganizationFile {
  title: string;
  members: { [key: string]: { name: string; email: string; role: string } };
  teams: { title: string; owner: string; members: string[] }[];
  collections: { [key: string]: { title: string; team?: string; role?: string } };
  specifications: { slug: string; documents: string[]; author: string }[];
  spaces: { [key: string]: DemoSpace };
  /** Roles of guests on single spaces. */
  guests: { member: string; space: string; role: string }[];
  /** Terms by language. */
  glossary: { [language: string]: string }[];
  translation: DemoTranslation;
  sites: DemoSite[];
}

/** A space. Its content is the folder of `demo/spaces` that has its key as the name. */
export interface DemoSpace {
  title: string;
  emoji: string;
  collection: string;
  /** Member who imports the content. */
  author: string;
  language?: string;
}

/** A translation, and the texts with which a person corrects its result. */
export interface DemoTranslation {
  space: string;
  from: string;
  to: string;
  /** Title of the result. */
  title: string;
  requester: string;
  editor: string;
  /** Folder in `demo/translations` with the corrected texts. */
  folder: string;
  /** Corrected titles and descriptions by the path of the page. */
  pages: { [path: string]: { title: string; description: string } };
}

/** A site. */
export interface DemoSite {
  title: string;
  basename: string;
  visibility: string;
  /** Properties of the schema of claims. With claims, the content adapts to visitors. */
  claims?: { [name: string]: Json };
  /** Names of share links. */
  shareLinks?: string[];
  sections: DemoSection[];
  customization: { [member: string]: Json };
}

/** A section of a site. */
export interface DemoSection {
  title: string;
  /** Paths of its spaces by key. The key `translation` is the result of the translation. */
  spaces: { [key: string]: string };
  /** Condition on the claims of a visitor. */
  condition?: string;
}
