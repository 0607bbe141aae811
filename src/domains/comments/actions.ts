import { markdownFromDocument } from '../../content/document/to-markdown.js';
import { destinationOf } from '../../content/links/references.js';
import type { Json, Manifest } from '../../content/types.js';
import { badInput } from '../../errors.js';
import { newId } from '../../ids.js';
import type { Act } from '../shared/act.js';
import { pointingInto, refusingContent } from '../shared/content-errors.js';

/** What a comment says, as clients write it: Markdown or a document. */
export interface CommentText {
  markdown?: string | null;
  document?: Json;
}

/** Most characters of a comment. */
const maxLength = 65_536;

/**
 * The Markdown of what somebody writes; empty where it has no text.
 * @param field the member of the request, for errors
 * @param readTree reads the tree that a document's links lead into; Markdown needs none
 * @throws BAD_USER_INPUT where it is given twice, is too long, or is a document that no page could have
 */
export async function commentMarkdown(
  field: string,
  text: CommentText,
  readTree: () => Promise<Manifest>,
): Promise<string> {
  if (text.markdown != null && text.document != null)
    throw badInput(field, `\`${field}\` must have one of \`markdown\` and \`document\`, got both`);
  const markdown =
    text.document == null ? (text.markdown ?? '') : await written(field, text.document, await readTree());
  if (markdown.length <= maxLength) return markdown.trim() === '' ? '' : markdown;
  throw badInput(field, `\`${field}\` must have at most ${maxLength} characters, got ${markdown.length}`);
}

function written(field: string, document: Json, manifest: Manifest): Promise<string> {
  const write = () => markdownFromDocument(document, { destination: destinationOf(manifest) });
  return refusingContent(async () => pointingInto(`${field}/document`, write));
}

/** What a new comment is about, and what it says. */
export interface NewComment {
  organizationId: string;
  spaceId: string;
  changeRequestId?: string;
  reviewId?: string;
  /** Revision that it is written on. */
  revisionId: string;
  /** Markdown. */
  body: string;
}

/** Writes a comment in the transaction of an action, which has judged it. Answers its id. */
export async function insertComment(under: Act, comment: NewComment): Promise<string> {
  const id = newId('Comment');
  const data = { id, ...comment, postedById: under.actorId, postedAt: under.at };
  const { prisma } = under.tx;
  await prisma.comment.create({ data, select: { id: true } });
  const counted = { data: { commentsOpen: { increment: 1 } }, select: { id: true } };
  const { changeRequestId, spaceId } = comment;
  // What it is on has it in its number of open ones; the action has locked that.
  if (changeRequestId === undefined) await prisma.space.update({ where: { id: spaceId }, ...counted });
  else await prisma.changeRequest.update({ where: { id: changeRequestId }, ...counted });
  return id;
}
