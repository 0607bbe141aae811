import { createSpace, insertion, openChangeRequest, publishPages, repeat } from '../content.mjs';
import { ordinaryText } from '../texts.mjs';

/**
 * Number of PDFs opened in parallel, pages of the large space and their characters, and pages that the innocent
 * organization prints.
 */
const size = { parallel: 20, pages: 100, page: 6_000, small: 60 };

/** The attacker opens large PDFs in parallel, while another organization opens small ones. */
export const pdf = {
  name: 'pdf',
  title: '20 signed PDF addresses of a large space opened at once, each of another revision',
  measured: 'its PDF of one page, made for this request',
  on: ['sqlite', 'postgresql'],
  alone: 5,
  count: size.small - 7,

  async prepare({ attacker, innocent }) {
    const space = await createSpace(attacker, 'Large');
    await publishPages(attacker, space, createPages(size.pages, size.page));
    const requests = [];
    for (let index = 0; index <= size.parallel; index++) {
      const request = await openChangeRequest(attacker, space);
      await attacker.must('POST', `${request}/content`, {
        changes: [insertion(`Another ${index}`, `Text ${index}.\n`)],
      });
      requests.push(request);
    }
    const own = await createSpace(innocent, 'Small');
    return { requests, own, pages: await publishPages(innocent, own, createPages(size.small, 2_000)) };
  },

  async attack({ ask, must, data: { requests } }) {
    const addresses = await Promise.all(requests.slice(0, -1).map((request) => readPdfAddress(must, request)));
    return () => Promise.all(addresses.map((address) => open(ask, address)));
  },

  async one({ ask, must, data: { requests } }) {
    const address = await readPdfAddress(must, requests.at(-1));
    return async () => [await open(ask, address)];
  },

  async task({ served, must, data: { own, pages }, number }) {
    const address = await readPdfAddress(must, own, `?page=${pages[number]}&only=true`);
    const start = performance.now();
    const answer = await open(served, address);
    return { ...answer, milliseconds: performance.now() - start };
  },
};

function createPages(count, length) {
  return repeat(count, (index) => ({ title: `Page ${index}`, text: ordinaryText(length, `page ${index}`) }));
}

/** Returns the path and query of a signed URL, because its host is not the address of the measured server. */
async function readPdfAddress(must, place, query = '') {
  const { url } = await must('GET', `${place}/pdf${query}`);
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

async function open(ask, address) {
  const answer = await ask('GET', address);
  if (!answer.refusal && !answer.text.startsWith('%PDF-')) throw new Error(`${address} is not a PDF`);
  return answer;
}
