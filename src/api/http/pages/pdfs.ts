import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/base/errors.js';
import { type PdfLink, verifyPdfUrl } from '../../../platform/secrets/pdf-link.js';
import { answerBytes, parameterText } from '../files/answer-bytes.js';
import { sendError, toAppError, withStatus } from '../server.js';
import { pdfErrorPage } from './pdf-error-page.js';
import { sendPage } from './small-page.js';

/** Dependencies of the PDF route. */
export interface PdfRoute {
  /** Signs the addresses. */
  secret: string;
  /**
   * Returns a PDF, which is created if there is none yet, and the hash of its sources. Null if its content no longer
   * exists.
   */
  open(link: PdfLink): Promise<{ hash: string; bytes: Uint8Array } | null>;
}

/**
 * Adds `GET` and `HEAD /pdfs/{revision}/{name}`: a PDF or a range of it, for any holder of the signed address. It is
 * created when it is first opened. The bytes of one address change only with the title or the language of the space.
 * Browsers get errors as a page that says what to do.
 */
export function registerPdfs(app: FastifyInstance, { secret, open }: PdfRoute): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/pdfs/:revision/:name',
    errorHandler: answerError,
    async handler(request, reply) {
      const link = verifyPdfUrl(secret, { ...(request.query as object), ...(request.params as object) });
      const pdf = link && (await open(link));
      if (!link || !pdf)
        throw new AppError(
          'NOT_FOUND',
          'The address of this PDF is invalid or has expired, or its content was deleted',
        );
      reply.headers({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename*=UTF-8''${parameterText(link.name)}`,
        'content-security-policy': "default-src 'none'; sandbox",
        // Browsers must revalidate a cached PDF, so that it is shown only while the address is valid.
        'cache-control': 'private, no-cache',
        etag: `"${pdf.hash}"`,
      });
      const { buffer, byteOffset, length } = pdf.bytes;
      const read = async ({ first, last } = { first: 0, last: length - 1 }) =>
        Buffer.from(buffer, byteOffset + first, last - first + 1);
      return reply.send(await answerBytes(request, reply, { size: length, read }));
    },
  });
}

/** Sends an error: to programs as in `/v1`, to browsers as a page. */
function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(request.headers.accept ?? '').includes('text/html')) return sendError(error, request, reply);
  const own = toAppError(error, request);
  // A browser that supports this header opens the address again by itself.
  if (own.detail.reason === 'PDF_IN_THE_MAKING') reply.header('refresh', String(own.detail.retryAfter));
  return sendPage(withStatus(reply, own), pdfErrorPage(own));
}
