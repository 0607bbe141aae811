import type { FastifyRequest } from 'fastify';
import { notFound } from '../../../platform/base/errors.js';
import type { FileDownload } from '../../../platform/urls/urls.js';

/** Path of the files of a site at a host of its own. It is below the root of the site. */
export const siteFiles = '/~files/';

/** Finds the download of a signed address; null if the address was changed or has expired. */
export type OpenDownload = (query: Record<string, unknown>) => FileDownload | null;

/**
 * Returns the file at a path such as `/~files/<hash>/<name>` of a site. The query has the signature. Files of other
 * organizations are not found, because the site would vouch for them with its hostname.
 * @throws NOT_FOUND
 */
export function siteFile(
  { query }: FastifyRequest,
  below: string,
  { organizationId, openDownload }: { organizationId: string; openDownload: OpenDownload },
): FileDownload {
  const [hash = '', name = ''] = below.slice(siteFiles.length).split('/').map(decodeURIComponent);
  const download = openDownload({ ...(query as object), hash, name });
  if (download?.organizationId !== organizationId) throw notFound('file', hash);
  return download;
}
