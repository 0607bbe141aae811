import type { File, Json, Manifest } from '../../base/types.js';
import type { Three } from '../diff/three.js';
import type { Resolution } from './resolution.js';
import type { TextHunk } from './text.js';

/** Which side of a merge did something. */
export type Side = 'ours' | 'theirs';

/** What all conflicts have. */
interface Named {
  /** Names it among those of its merge, and in any later one that has it with the same base, ours and theirs. */
  id: string;
  /** Present where it is resolved. */
  resolution?: Resolution;
}

/** Lines of a page's text at odds, which are resolved by themselves or with the others of the text. */
export interface PageTextHunk extends TextHunk, Named {}

/** Both sides changed the same lines of a page's text (front matter included), or lines that touch. */
export interface PageTextConflict extends Omit<Named, 'resolution'> {
  kind: 'page_text';
  pageId: string;
  /** In order; links read as they must after the merge. */
  hunks: PageTextHunk[];
}

/** Both sides gave a field of a page different values; `path` stands for the slug and the file too. */
export interface PageFieldConflict extends Named, Three<unknown> {
  kind: 'page_field';
  pageId: string;
  /** Name of the member of `Page`. */
  field: string;
}

/** One side deleted a page that the other changed, moved, or put pages below. */
export interface PageDeletedConflict extends Named {
  kind: 'page_deleted';
  pageId: string;
  deletedBy: Side;
}

/** The sides moved a page below different pages, or each moved a page below the other's, which makes a circle. */
export interface PageMovedConflict extends Named {
  kind: 'page_moved';
  pageId: string;
  /** The page it stands below in each version; null is the top level. */
  parents: Three<string | null>;
}

/** Both sides changed a file's content, name or path in different ways, or one deleted what the other changed. */
interface FileConflict extends Named, Three<File> {
  kind: 'file';
  fileId: string;
}

/** Both sides gave a variable different values, or one deleted what the other changed. */
interface VariableConflict extends Named, Three<Json> {
  kind: 'variable';
  name: string;
}

/** Both sides changed a piece of reusable content in different ways, or one deleted what the other changed. */
interface ReusableContentConflict extends Named, Three<Manifest['reusableContents'][number]> {
  kind: 'reusable_content';
  reusableContentId: string;
}

/** The sides were imported with different content roots. */
interface RootConflict extends Named, Three<string> {
  kind: 'root';
}

/** Something that a merge does not decide by itself. */
export type Conflict =
  | PageTextConflict
  | PageFieldConflict
  | PageDeletedConflict
  | PageMovedConflict
  | FileConflict
  | VariableConflict
  | ReusableContentConflict
  | RootConflict;
