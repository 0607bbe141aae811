import type { Row } from '../../platform/db/query/rows.js';
import type { FileDownload, Urls } from '../../platform/urls/urls.js';

type Version = Row<'OpenAPISpecVersion'>;

/** Returns the file name of the document of a version; the extension is the format. */
export function documentFileName({ format }: Pick<Version, 'format'>): string {
  return `openapi.${format}`;
}

/** Returns the data for downloading the document of a version. */
export function documentDownload(version: Version): FileDownload {
  const { organizationId, blobHash: hash, format } = version;
  return { organizationId, hash, name: documentFileName(version), contentType: `application/${format}` };
}

/**
 * Returns the URL of the document of a version: a public URL if the specification is public, otherwise a signed one.
 */
export function documentAddress(version: Version, { visibility }: Row<'OpenAPISpec'>, urls: Urls): string {
  return visibility === 'public' ? publicAddress(urls, version) : urls.download(documentDownload(version));
}

/**
 * Returns the permanent public URL of a document. `id` is the id of a version or of a specification; for a
 * specification, the URL serves the newest version. The URL works only while the specification is public.
 */
export function publicAddress(urls: Urls, { id, format }: Pick<Version, 'id' | 'format'>): string {
  return `${urls.base}/openapi/${id}/${documentFileName({ format })}`;
}
