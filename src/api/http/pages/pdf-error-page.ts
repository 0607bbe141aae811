import type { AppError } from '../../../platform/base/errors.js';
import { escaped, type SmallPage } from './small-page.js';

/** Returns the page that replaces a PDF which is not available, with the reason and the next step. */
export function pdfErrorPage({ code, message, detail }: AppError): SmallPage {
  const explanation = pages[detail.reason ?? code] ?? {
    title: 'This PDF cannot be shown now',
    advice: 'Try again in a while.',
  };
  const body = `<p role="alert">${escaped(explanation.advice)}</p>\n<p class="detail">${escaped(message)}.</p>`;
  return { title: explanation.title, body };
}

const pages: Record<string, { title: string; advice: string }> = {
  NOT_FOUND: {
    title: 'This PDF is gone',
    advice: 'Addresses of PDFs work for one to two days. Get a new one where you found this one.',
  },
  PDF_IN_THE_MAKING: {
    title: 'This PDF is being made',
    advice: 'It has many pages. This page shows it when it is ready; else open it again in a minute.',
  },
  PDF_TOO_LARGE: { title: 'This is too much for one PDF', advice: 'Ask for one page, or for a part of the space.' },
  PDF_TOO_SLOW: { title: 'This is too much for one PDF', advice: 'Ask for one page, or for a part of the space.' },
};
