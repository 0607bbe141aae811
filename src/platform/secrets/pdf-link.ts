import { equalsSignature, signatureOf } from './signatures.js';

/** Parameters of the PDF that a signed URL gives access to. */
export interface PdfLink {
  spaceId: string;
  revisionId: string;
  /** Id of a page; null for all pages. */
  page: string | null;
  /** Whether the PDF contains only this page, without its subpages. */
  withoutSubpages: boolean;
  /**
   * Whether the PDF contains the content of specifications, because the requester may see those of the organization.
   */
  showsSpecifications: boolean;
  /** File name of the PDF. */
  name: string;
}

const halfHour = 1_800_000;

/**
 * Returns the URL of a PDF and its expiry. It expires after at most an hour, because it works even if the requester
 * loses access. It expires after at least half an hour, and stays the same for half an hour, so that repeated requests
 * get the same URL.
 */
export function pdfAddress(base: string, secret: string, link: PdfLink): { url: string; expiresAt: Date } {
  const expires = (Math.floor(Date.now() / halfHour) + 2) * halfHour;
  const query = new URLSearchParams({
    space: link.spaceId,
    ...(link.page !== null && { page: link.page }),
    ...(link.withoutSubpages && { only: 'true' }),
    ...(link.showsSpecifications && { specifications: 'true' }),
    expires: String(expires),
    signature: signatureOf(secret, signedParts(link, String(expires))),
  });
  const url = `${base}/pdfs/${link.revisionId}/${encodeURIComponent(link.name)}?${query}`;
  return { url, expiresAt: new Date(expires) };
}

/** Checks the query parameters of a PDF URL; returns null if this server did not sign it or it has expired. */
export function verifyPdfUrl(secret: string, given: Record<string, unknown>, now = Date.now()): PdfLink | null {
  const text = (name: string): string => (typeof given[name] === 'string' ? given[name] : '');
  const page = text('page') || null;
  const withoutSubpages = text('only') === 'true';
  const showsSpecifications = text('specifications') === 'true';
  const [spaceId, revisionId, name] = [text('space'), text('revision'), text('name')];
  const link = { spaceId, revisionId, page, withoutSubpages, showsSpecifications, name };
  const expires = text('expires');
  const genuine = equalsSignature(text('signature'), signatureOf(secret, signedParts(link, expires)));
  return genuine && now < Number(expires) ? link : null;
}

function signedParts(link: PdfLink, expires: string): string[] {
  const { spaceId, revisionId, page, withoutSubpages, showsSpecifications, name } = link;
  return ['pdf', spaceId, revisionId, page ?? '', String(withoutSubpages), String(showsSpecifications), name, expires];
}
