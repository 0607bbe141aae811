import type { File, Json, Manifest } from '../../base/types.js';
import type { ThreeWay } from '../diff/three-way.js';
import type { Resolution } from './resolution.js';
import type { TextHunk } from './text.js';

/** Side of a merge. */
export type Side = 'ours' | 'theirs';

/** Members that all conflicts have. */
interface ConflictBase {
  /**
   * Id, unique in its merge. It depends on the versions of base, ours and theirs. A later merge therefore uses the same
   * id if they are the same.
   */
  id: string;
  /** Resolution of the conflict; absent if it is not resolved. */
  resolution?: Resolution;
}

/** Conflicting lines of a page's text. They are resolved individually or together with the other hunks of the text. */
export interface PageTextHunk extends TextHunk, ConflictBase {}

/** Both sides changed the same or adjacent lines of a page's text, including front matter. */
export interface PageTextConflict extends Omit<ConflictBase, 'resolution'> {
  kind: 'page_text';
  pageId: string;
  /** The hunks in text order. Their links are already rewritten for the merged tree. */
  hunks: PageTextHunk[];
}

/** Both sides gave a field of a page different values. A conflict about `path` includes the slug and the file. */
export interface PageFieldConflict extends ConflictBase, ThreeWay<unknown> {
  kind: 'page_field';
  pageId: string;
  /** Name of the member in `Page`. */
  field: string;
}

/** One side deleted a page that the other changed, moved, or gave sub-pages. */
export interface PageDeletedConflict extends ConflictBase {
  kind: 'page_deleted';
  pageId: string;
  deletedBy: Side;
}

/** Both sides moved a page to different parents, or moves of the two sides form a cycle. */
export interface PageMovedConflict extends ConflictBase {
  kind: 'page_moved';
  pageId: string;
  /** Id of the parent in each version; null for the top level. */
  parents: ThreeWay<string | null>;
}

/**
 * Both sides changed a file's content, name or path in different ways, or one side deleted a file that the other
 * changed.
 */
interface FileConflict extends ConflictBase, ThreeWay<File> {
  kind: 'file';
  fileId: string;
}

/** Both sides gave a variable different values, or one side deleted a variable that the other changed. */
interface VariableConflict extends ConflictBase, ThreeWay<Json> {
  kind: 'variable';
  name: string;
}

/**
 * Both sides changed a piece of reusable content in different ways, or one side deleted it and the other changed it.
 */
interface ReusableContentConflict extends ConflictBase, ThreeWay<Manifest['reusableContents'][number]> {
  kind: 'reusable_content';
  reusableContentId: string;
}

/** The two sides were imported with different content roots. */
interface RootConflict extends ConflictBase, ThreeWay<string> {
  kind: 'root';
}

/** A difference between the two sides that the merge cannot resolve automatically. */
export type Conflict =
  | PageTextConflict
  | PageFieldConflict
  | PageDeletedConflict
  | PageMovedConflict
  | FileConflict
  | VariableConflict
  | ReusableContentConflict
  | RootConflict;
