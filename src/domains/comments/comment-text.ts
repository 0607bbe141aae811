import type { Json, Manifest } from '../../content/types.js';
import { badInput } from '../../errors.js';
import { doWork } from '../content-work/do-work.js';
import { weightOf } from '../content-work/weight.js';
import { type DocumentInput, requireOneForm } from '../content-work/written-text.js';
import { readManifest } from '../revisions/manifests.js';
import type { Act } from '../shared/act.js';
import { refusingContent } from '../shared/content-errors.js';
import { getRow } from '../shared/targets.js';

/** Most characters of a comment. */
const maxLength = 65_536;

/**
 * The Markdown of what somebody writes; empty where it has no text. The links of a document lead into the tree of the
 * revision that the comment is on; Markdown reads none.
 * @param field the member of the request, for errors
 * @throws BAD_USER_INPUT where it is given twice, is too long, or is a document that no page could have
 */
export async function commentMarkdown(
  under: Act,
  revisionId: string,
  { field, text }: { field: string; text: DocumentInput },
): Promise<string> {
  await refusingContent(async () => requireOneForm(text, field));
  const tree = async () => readManifest(under.tx.read, await getRow(under, 'Revision', revisionId));
  const markdown = text.document == null ? (text.markdown ?? '') : await written(field, text.document, await tree());
  if (markdown.length <= maxLength) return markdown.trim() === '' ? '' : markdown;
  throw badInput(field, `\`${field}\` must have at most ${maxLength} characters, got ${markdown.length}`);
}

/** As `commentMarkdown`, for what must say something. @throws BAD_USER_INPUT also for a body without text. */
export async function bodyMarkdown(under: Act, revisionId: string, text: DocumentInput): Promise<string> {
  const markdown = await commentMarkdown(under, revisionId, { field: 'body', text });
  if (markdown !== '') return markdown;
  throw badInput('body', '`body` must have a text: `markdown`, or a `document` that says something');
}

function written(field: string, document: Json, manifest: Manifest): Promise<string> {
  const input = { document, manifest, pointer: `${field}/document` };
  return refusingContent(() => doWork('written', input, { weight: weightOf(document) }));
}
