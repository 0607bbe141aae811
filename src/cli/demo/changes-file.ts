import type { Json } from '../../engine/base/types.js';

/** Content of `demo/changes.yaml`. Members and spaces are named by their keys. */
export interface ChangesFile {
  requests: DemoRequest[];
  /** Comments on spaces. */
  comments: (DemoComment & { space: string })[];
  finish: DemoFinish[];
  /** Merge rules by the key of the space. */
  rules: { [space: string]: Json };
}

/** A change request, and everything that people do with it. */
export interface DemoRequest {
  /** Key by which an entry of `finish` names the change request. */
  key?: string;
  space: string;
  subject: string;
  author: string;
  /** Topic of the conversations that the change request answers. */
  answers?: string;
  edits: DemoEdit[];
  reviewers?: string[];
  comments?: DemoComment[];
  reviews?: { by: string; status: string; comment?: string }[];
  outcome: 'open' | 'merged' | 'draft' | 'archived';
  mergedBy?: string;
}

/** A change of a page, or a new page. Pages are named by their path. */
export type DemoEdit =
  | { page: string; replace: string; with: string }
  | { page: string; append: string }
  | { insert: string; into: string; file: string };

/** A comment on a space or change request, with its replies and reactions. */
export interface DemoComment {
  by: string;
  text: string;
  /** Path of the page that the comment is on. */
  page?: string;
  /** Beginning or part of the text of the block that the comment is on. */
  quote?: string;
  replies?: { by: string; text: string }[];
  /** Emoji by member. */
  reactions?: { [member: string]: string[] };
  /** Member who resolves the comment. */
  resolved?: string;
}

/** Resolution of the only conflict of a change request, which is then merged. */
export interface DemoFinish {
  key: string;
  /** Text that replaces the conflicting lines. */
  text: string;
  resolvedBy: string;
  mergedBy: string;
}
