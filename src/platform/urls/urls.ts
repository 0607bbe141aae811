import { isGenuine, signatureOf } from '../secrets/signatures.js';

/** What a signed download address grants: the bytes of one blob under a name, until a time. */
export interface Download {
  organizationId: string;
  hash: string;
  name: string;
  contentType: string;
}

/** Makes the addresses that answers carry. */
export interface Urls {
  /** Base address of the server as clients see it, without a slash at its end. */
  base: string;
  /** Address of an object in `/v1`; `path` starts with a slash. */
  location(path: string): string;
  /** Address for people: `PUBLIC_URL/app/<id>` redirects to where the object can be read. */
  app(id: string): string;
  /** Signed address of a file's bytes; valid for a day, and the same all day so that caches work. */
  download(download: Download): string;
  /** Checks a download's signature; null where it is wrong or out of time. */
  openDownload(query: Record<string, unknown>, now?: number): Download | null;
}

const day = 86_400_000;

/** Makes the addresses of a server at `base`, signed with its secret. */
export function createUrls(base: string, secret: string): Urls {
  const sign = (parts: string[]): string => signatureOf(secret, parts);
  const partsOf = (d: Download, expires: number): string[] => [
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
        signature: sign(partsOf(d, expires)),
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
      const genuine = isGenuine(text('signature'), sign(partsOf(download, expires)));
      return genuine && now < expires ? download : null;
    },
  };
}
