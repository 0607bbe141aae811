import { can } from '../../access/policy.js';
import type { Context } from '../../api/graphql/execution/context.js';
import { builder, type Fields } from '../../api/graphql/schema/builder.js';
import { badInput, notFound } from '../../platform/base/errors.js';
import type { Row } from '../../platform/db/query/rows.js';
import { pdfAddress } from '../../platform/secrets/pdf-link.js';
import { pageById, readContentView } from '../content/revisions/content-view.js';
import { getRevision, type RevisionKey } from '../content/revisions/revision-cache.js';
import { spacesById } from '../content/spaces/loaders.js';
import { Space } from '../content/spaces/space.js';
import { ChangeRequest } from '../review/change-requests/change-request.js';
import { Pdf } from './pdf.js';

const description =
  'The content as a PDF: all pages except the hidden ones, or one page with its subpages. NOT_FOUND for a page that does not exist.';

builder.objectField(Space, 'pdf', (t) =>
  t.field({
    type: Pdf,
    nullable: true,
    description,
    args: pdfArguments(t),
    resolve: ({ organizationId, id: spaceId, revisionId }, args, context) =>
      signPdfLink(context, { organizationId, spaceId, revisionId, ...args }),
  }),
);

builder.objectField(ChangeRequest, 'pdf', (t) =>
  t.field({
    type: Pdf,
    nullable: true,
    description,
    args: pdfArguments(t),
    resolve: ({ organizationId, spaceId, revisionId }, args, context) =>
      signPdfLink(context, { organizationId, spaceId, revisionId, ...args }),
  }),
);

function pdfArguments<Parent extends Row<'Space'> | Row<'ChangeRequest'>>(t: Fields<Parent>) {
  return {
    page: t.arg.id({ description: 'Id of a page, to print that page and its sub-pages without hidden pages.' }),
    only: t.arg.boolean({ description: 'Whether the PDF has the page without its subpages; requires `page`.' }),
  };
}

interface PdfRequest {
  organizationId: string;
  spaceId: string;
  revisionId: string;
  page?: string | null;
  only?: boolean | null;
}

/**
 * Returns the URL of a PDF of a revision. The server makes the PDF when the URL is opened.
 * @throws BAD_USER_INPUT for `only` without `page`; NOT_FOUND for a page that the revision does not have.
 */
async function signPdfLink(context: Context, { organizationId, spaceId, revisionId, page = null, only }: PdfRequest) {
  if (only && page === null) throw badInput('only', '`only` needs `page`: the id of the page to print alone');
  const { loaders, urls, secret } = context;
  const found = page === null ? null : await findPage(context, { organizationId, id: revisionId }, page);
  if (page !== null && !found) throw notFound('page', page);
  const title = found?.page.title ?? (await loaders.get(spacesById, spaceId)).title;
  const showsSpecifications = can(context.viewer, 'openapi.view', { organizationId });
  const name = fileName(title);
  const link = { spaceId, revisionId, page, withoutSubpages: only ?? false, showsSpecifications, name };
  return pdfAddress(urls.base, secret, link);
}

async function findPage(context: Context, revision: RevisionKey, id: string) {
  return pageById(await readContentView(context, await getRevision(context.loaders, revision)), id);
}

/** Returns a file name made from a title, without characters that have a meaning in file systems or shells. */
function fileName(title: string): string {
  const safe = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '');
  return `${[...safe].slice(0, 80).join('').trim() || 'content'}.pdf`;
}
