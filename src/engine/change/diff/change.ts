import type { File, Hash, Json, Manifest, Page, PageType } from '../../base/types.js';

/** A value before and after a change. A side is absent if it has no value. */
export interface ChangedValue<Value> {
  before?: Value;
  after?: Value;
}

/** The page that a change is about (`ChangedRevisionPage` in openapi.json). */
export interface ChangedPage {
  id: string;
  type: PageType;
  title: string;
  path?: string;
}

/**
 * Attributes of a page that a change can contain. `slug` is the last segment of the path, `document` is the hash of the
 * text. `path` is present if the page's own address changed. It is absent if only the path of an ancestor changed, or
 * if the page moved.
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

/** Changed attributes, with the values before and after. */
export type ChangedAttributes<Attributes> = { [Name in keyof Attributes]?: ChangedValue<Attributes[Name]> };

/** A page that is only in the later manifest. */
export interface PageCreated {
  type: 'page_created';
  page: ChangedPage;
}

/** A page that is only in the earlier manifest; `page` is its state there. */
export interface PageDeleted {
  type: 'page_deleted';
  page: ChangedPage;
}

/** A page with another parent, or another position among the same siblings. */
export interface PageMoved {
  type: 'page_moved';
  page: ChangedPage;
  /** Parent before and after. A side is absent if the page is at the top level. */
  parent: ChangedValue<ChangedPage>;
  /** Index among the siblings, from 0. */
  position: { before: number; after: number };
  /** The page's path, if the move changed it. */
  path?: ChangedValue<string>;
}

/** A page with changed fields, slug or text. */
export interface PageEdited {
  type: 'page_edited';
  page: ChangedPage;
  attributes: ChangedAttributes<PageAttributes>;
}

/** A file that is only in one of the manifests; for a deleted file, its earlier state. */
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

/** Variables of the space with changed values, by name. */
export interface VariablesEdited {
  type: 'variables_edited';
  variables: Record<string, ChangedValue<Json>>;
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

/** One difference between two manifests, similar to `RevisionSemanticChange` in openapi.json. */
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
