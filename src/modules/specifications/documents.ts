import type { Row } from '../../platform/db/query/rows.js';
import type { FileDownload, Urls } from '../../platform/urls/urls.js';

type Version = Row<'OpenAPISpecVersion'>;

/** Returns the file name under which a document is served; the extension is its format. */
export function fileNameOf({ format }: Pick<Version, 'format'>): string {
  return `openapi.${format}`;
}

/** Returns the data for downloading the document of a version. */
export function downloadOf(version: Version): FileDownload {
  const { organizationId, blobHash: hash, format } = version;
  return { organizationId, hash, name: fileNameOf(version), contentType: `application/${format}` };
}

/** Returns the address of the document of a version: public if its specification is public, otherwise signed. */
export function documentAddress(version: Version, { visibility }: Row<'OpenAPISpec'>, urls: Urls): string {
  return visibility === 'public' ? publicAddress(urls, version) : urls.download(downloadOf(version));
}

/**
 * Returns the permanent public address of the document of a version, or of the newest version of a specification. The
 * address works only while the specification is public.
 */
export function publicAddress(urls: Urls, { id, format }: Pick<Version, 'id' | 'format'>): string {
  return `${urls.base}/openapi/${id}/${fileNameOf({ format })}`;
}
