import type { File, Hash, Json, Manifest, Page, PageType } from '../../base/types.js';

/** A value before and after a change; a side without a value is absent. */
export interface Changed<Value> {
  before?: Value;
  after?: Value;
}

/** The page that a change is about (`ChangedRevisionPage` of the contract). */
export interface ChangedPage {
  id: string;
  type: PageType;
  title: string;
  path?: string;
}

/**
 * Members of a page that a change can name. `slug` is the path's last segment, `document` the hash of the text. `path`
 * is present if the page's own address changed. It is absent if only the path of an ancestor changed, or if the page
 * moved.
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

/** Attributes that differ, with the values before and after. */
export type ChangedAttributes<Attributes> = { [Name in keyof Attributes]?: Changed<Attributes[Name]> };

/** A page that is only in the later manifest. */
export interface PageCreated {
  type: 'page_created';
  page: ChangedPage;
}

/** A page that is only in the earlier manifest; `page` has its state there. */
export interface PageDeleted {
  type: 'page_deleted';
  page: ChangedPage;
}

/** A page with another parent, or another position among the same siblings. */
export interface PageMoved {
  type: 'page_moved';
  page: ChangedPage;
  /** Parent before and after; a side is absent if the page is at the top level. */
  parent: Changed<ChangedPage>;
  /** Index among the siblings, from 0. */
  position: { before: number; after: number };
  /** The page's path, if the move changed it. */
  path?: Changed<string>;
}

/** A page with changed fields, slug or text. */
export interface PageEdited {
  type: 'page_edited';
  page: ChangedPage;
  attributes: ChangedAttributes<PageAttributes>;
}

/** A file that only one of the manifests has; a deleted file has its earlier state. */
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

/** Variables of the space whose values changed, by name. */
export interface VariablesEdited {
  type: 'variables_edited';
  variables: Record<string, Changed<Json>>;
}

/** A piece of reusable content in a manifest. */
export type ReusableContent = Manifest['reusableContents'][number];

/** A piece of reusable content that only one of the manifests has. */
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
