import type { Row } from '../../platform/db/query/rows.js';
import type { Download, Urls } from '../../platform/urls/urls.js';

type Version = Row<'OpenAPISpecVersion'>;

/** The name that a document is served under, by how it is written. */
export function fileNameOf({ format }: Pick<Version, 'format'>): string {
  return `openapi.${format}`;
}

/** What serves the document of a version. */
export function downloadOf(version: Version): Download {
  const { organizationId, blobHash: hash, format } = version;
  return { organizationId, hash, name: fileNameOf(version), contentType: `application/${format}` };
}

/** Address of the document of a version: anyone's while its specification is public, else a signed one. */
export function addressOf(version: Version, { visibility }: Row<'OpenAPISpec'>, urls: Urls): string {
  return visibility === 'public' ? publicAddress(urls, version) : urls.download(downloadOf(version));
}

/** Address that serves a document while its specification is public: of one version, or the newest one of a specification. */
export function publicAddress(urls: Urls, { id, format }: Pick<Version, 'id' | 'format'>): string {
  return `${urls.base}/openapi/${id}/${fileNameOf({ format })}`;
}
