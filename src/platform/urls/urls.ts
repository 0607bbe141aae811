import { equalsSignature, signatureOf } from '../secrets/signatures.js';

/** Content of a signed download URL. It grants access to the bytes of one blob, under a name, until it expires. */
export interface FileDownload {
  organizationId: string;
  hash: string;
  name: string;
  contentType: string;
}

/** Creates the URLs that responses contain. */
export interface Urls {
  /** Base URL of the server for clients, without a trailing slash. */
  base: string;
  /** Returns the URL of an object in the REST API (`/v1`); `path` starts with a slash. */
  location(path: string): string;
  /** Returns the URL of an object in the web app: `PUBLIC_URL/app/<id>` redirects to a page that shows it. */
  app(id: string): string;
  /**
   * Returns the signed URL of a file. It is valid for at least a day, and stays the same during a day (UTC) so that
   * caches work.
   */
  download(download: FileDownload): string;
  /** Checks the signature of a download URL. Returns null if it is invalid or has expired. */
  openDownload(query: Record<string, unknown>, now?: number): FileDownload | null;
}

const day = 86_400_000;

/** Creates the URLs of a server at `base`. They are signed with the server's secret. */
export function createUrls(base: string, secret: string): Urls {
  const sign = (parts: string[]): string => signatureOf(secret, parts);
  const signedParts = (d: FileDownload, expires: number): string[] => [
    'download',
    d.organizationId,
    d.hash,
    d.name,
    d.contentType,
    String(expires),
  ];
  return {
    base,
    location: (path) => `${base}/v1${path}`,
    app: (id) => `${base}/app/${id}`,
    download(d) {
      const expires = (Math.floor(Date.now() / day) + 2) * day;
      const query = new URLSearchParams({
        organization: d.organizationId,
        type: d.contentType,
        expires: String(expires),
        signature: sign(signedParts(d, expires)),
      });
      return `${base}/files/${d.hash}/${encodeURIComponent(d.name)}?${query}`;
    },
    openDownload(query, now = Date.now()) {
      const text = (name: string): string => (typeof query[name] === 'string' ? query[name] : '');
      const download = {
        organizationId: text('organization'),
        hash: text('hash'),
        name: text('name'),
        contentType: text('type'),
      };
      const expires = Number(text('expires'));
      const genuine = equalsSignature(text('signature'), sign(signedParts(download, expires)));
      return genuine && now < expires ? download : null;
    },
  };
}
