import { isGenuine, signatureOf } from './signatures.js';

/** Which PDF a signed address gives. */
export interface PdfLink {
  spaceId: string;
  revisionId: string;
  /** Id of a page; null for all pages. */
  page: string | null;
  /** The page alone, without what is below it. */
  only: boolean;
  /** Whether it prints what specifications say: who asked may see those of the organization. */
  showsSpecifications: boolean;
  /** What the file is called. */
  name: string;
}

const halfHour = 1_800_000;

/**
 * The address of a PDF and when it ends: in an hour at most, for it outlives the access of who asked; in half an hour at
 * least, and the same all half hour, so that who asks again has the address that is known.
 */
export function pdfAddress(base: string, secret: string, link: PdfLink): { url: string; expiresAt: Date } {
  const expires = (Math.floor(Date.now() / halfHour) + 2) * halfHour;
  const query = new URLSearchParams({
    space: link.spaceId,
    ...(link.page !== null && { page: link.page }),
    ...(link.only && { only: 'true' }),
    ...(link.showsSpecifications && { specifications: 'true' }),
    expires: String(expires),
    signature: signatureOf(secret, partsOf(link, String(expires))),
  });
  const url = `${base}/pdfs/${link.revisionId}/${encodeURIComponent(link.name)}?${query}`;
  return { url, expiresAt: new Date(expires) };
}

/** Checks the parts of such an address; null where it was not signed by this server or is out of time. */
export function openPdfAddress(secret: string, given: Record<string, unknown>, now = Date.now()): PdfLink | null {
  const text = (name: string): string => (typeof given[name] === 'string' ? given[name] : '');
  const page = text('page') || null;
  const only = text('only') === 'true';
  const showsSpecifications = text('specifications') === 'true';
  const [spaceId, revisionId, name] = [text('space'), text('revision'), text('name')];
  const link = { spaceId, revisionId, page, only, showsSpecifications, name };
  const expires = text('expires');
  const genuine = isGenuine(text('signature'), signatureOf(secret, partsOf(link, expires)));
  return genuine && now < Number(expires) ? link : null;
}

function partsOf(link: PdfLink, expires: string): string[] {
  const { spaceId, revisionId, page, only, showsSpecifications, name } = link;
  return ['pdf', spaceId, revisionId, page ?? '', String(only), String(showsSpecifications), name, expires];
}
