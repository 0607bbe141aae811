import type { File, Hash, Json, Manifest, Page, PageType } from '../../base/types.js';

/** A value before and after a change; absent where there was or is none. */
export interface Changed<Value> {
  before?: Value;
  after?: Value;
}

/** What a change says of the page it is about (`ChangedRevisionPage` of the contract). */
export interface ChangedPage {
  id: string;
  type: PageType;
  title: string;
  path?: string;
}

/**
 * Members of a page that a change can name; `slug` is the path's last segment, `document` the hash of the text. `path`
 * is there where the page's own address changed: not where it follows that of a page above, nor where the page moved.
 */
export type PageAttributes = Partial<
  Pick<
    Page,
    | 'title'
    | 'linkTitle'
    | 'emoji'
    | 'icon'
    | 'description'
    | 'hidden'
    | 'noIndex'
    | 'noRobotsIndex'
    | 'condition'
    | 'layout'
    | 'cover'
    | 'variables'
    | 'metaLinks'
    | 'target'
    | 'computed'
    | 'path'
  > & { slug: string; document: Hash }
>;

/** Attributes that differ, each before and after. */
export type ChangedAttributes<Attributes> = { [Name in keyof Attributes]?: Changed<Attributes[Name]> };

/** A page that the later manifest has and the earlier has not. */
export interface PageCreated {
  type: 'page_created';
  page: ChangedPage;
}

/** A page that the later manifest has not; `page` is as it was. */
export interface PageDeleted {
  type: 'page_deleted';
  page: ChangedPage;
}

/** A page that stands below another page, or elsewhere among the same siblings. */
export interface PageMoved {
  type: 'page_moved';
  page: ChangedPage;
  /** Absent for the top level. */
  parent: Changed<ChangedPage>;
  /** Index among the siblings, from 0. */
  position: { before: number; after: number };
  /** The page's path, where the move changed it. */
  path?: Changed<string>;
}

/** A page with other fields, another slug or another text. */
export interface PageEdited {
  type: 'page_edited';
  page: ChangedPage;
  attributes: ChangedAttributes<PageAttributes>;
}

/** A file that one of the manifests has not; a deleted one is as it was. */
export interface FileCreatedOrDeleted {
  type: 'file_created' | 'file_deleted';
  file: File;
}

/** A file with another name, path, content or kind. */
export interface FileEdited {
  type: 'file_edited';
  file: File;
  attributes: ChangedAttributes<Omit<File, 'id' | 'git'>>;
}

/** Variables of the space with other values, by name. */
export interface VariablesEdited {
  type: 'variables_edited';
  variables: Record<string, Changed<Json>>;
}

/** A piece of reusable content in a manifest. */
export type ReusableContent = Manifest['reusableContents'][number];

/** A piece of reusable content that one of the manifests has not. */
export interface ReusableContentCreatedOrDeleted {
  type: 'reusable_content_created' | 'reusable_content_deleted';
  reusableContent: ReusableContent;
}

/** A piece of reusable content with another title or text. */
export interface ReusableContentEdited {
  type: 'reusable_content_edited';
  reusableContent: ReusableContent;
  attributes: ChangedAttributes<{ title: string; document?: Hash }>;
}

/** One difference between two manifests, close to `RevisionSemanticChange` of the contract. */
export type Change =
  | PageCreated
  | PageDeleted
  | PageMoved
  | PageEdited
  | FileCreatedOrDeleted
  | FileEdited
  | VariablesEdited
  | ReusableContentCreatedOrDeleted
  | ReusableContentEdited;
