import type { Json } from '../../../engine/base/types.js';
import { badInput } from '../../../platform/base/errors.js';
import { doWork } from '../../content/content-work/do-work.js';
import { weightOf } from '../../content/content-work/weight.js';
import { type DocumentInput, requireSingleFormat } from '../../content/content-work/written-text.js';
import { readManifest } from '../../content/revisions/manifests.js';
import { refusingContent } from '../../shared/content-errors.js';
import { getRow } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/** Maximum length of a comment, in characters. */
const maxLength = 65_536;

/**
 * Returns the Markdown of a text from a request; empty if it contains only white space. The references in a `document`
 * are resolved in the revision that the comment is on. For Markdown, the revision is not read.
 * @param field name of the member of the request, for errors
 * @throws BAD_USER_INPUT for a text that is both Markdown and a document, that is too long, or whose document is not
 * valid for a page
 */
export async function commentMarkdown(
  unit: UnitOfWork,
  revisionId: string,
  { field, text }: { field: string; text: DocumentInput },
): Promise<string> {
  await refusingContent(async () => requireSingleFormat(text, field));
  const markdown =
    text.document == null
      ? (text.markdown ?? '')
      : await documentMarkdown(unit, revisionId, { field, document: text.document });
  if (markdown.length <= maxLength) return markdown.trim() === '' ? '' : markdown;
  throw badInput(field, `\`${field}\` must have at most ${maxLength} characters (got ${markdown.length})`);
}

/**
 * Returns the Markdown as `commentMarkdown` does, for a text that must not be empty.
 * @throws BAD_USER_INPUT as `commentMarkdown`, and for an empty text
 */
export async function bodyMarkdown(unit: UnitOfWork, revisionId: string, text: DocumentInput): Promise<string> {
  const markdown = await commentMarkdown(unit, revisionId, { field: 'body', text });
  if (markdown !== '') return markdown;
  throw badInput('body', '`body` must have a text: `markdown`, or a `document` with text');
}

async function documentMarkdown(
  unit: UnitOfWork,
  revisionId: string,
  { field, document }: { field: string; document: Json },
): Promise<string> {
  const revision = await getRow(unit, 'Revision', revisionId);
  const input = { document, manifest: await readManifest(unit.tx.read, revision), pointer: `${field}/document` };
  const size = { tenant: revision.organizationId, weight: weightOf(document) };
  return unit.compute({
    branch: null,
    name: field,
    key: revision.rootHash,
    load: async () => ({ ...size, run: () => refusingContent(() => doWork('written', input, size)) }),
  });
}
