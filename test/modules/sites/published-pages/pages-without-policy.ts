import type { Page } from 'playwright-core';

/** A page, and its forbidden elements and attributes. */
export interface UnsafePage {
  name: string;
  faults: string[];
}

/** Number of pages that the browser reads at once. */
const atOnce = 20;

/**
 * Loads pages in a browser, each in its own frame without a content security policy, so that any script in them runs.
 * Returns the pages with elements that could run something. These are event handlers, styles, addresses of other
 * schemes,
 * and elements that pages of sites never have.
 * @param page a page of the site, opened with `bypassCSP`
 */
export async function findUnsafePages(page: Page, pages: ReadonlyMap<string, string>): Promise<UnsafePage[]> {
  const found: UnsafePage[] = [];
  const all = [...pages];
  for (let at = 0; at < all.length; at += atOnce) {
    const some = all.slice(at, at + atOnce);
    const faults = await page.evaluate(
      readInFrames,
      some.map(([, html]) => html),
    );
    found.push(...faults.map((of, index) => ({ name: some[index]![0], faults: of })));
  }
  return found.filter(({ faults }) => faults.length > 0);
}

/** Runs in the browser. */
async function readInFrames(htmls: string[]): Promise<string[][]> {
  const names = new Set(
    (
      'html head meta title link style body a header div form label svg path circle input button nav ul ol li span details summary main article ' +
      'section h1 h2 h3 h4 h5 p footer strong em del code kbd sub sup mark br hr img figure figcaption blockquote pre table thead tbody tr th td ' +
      'fieldset legend time rect line ' +
      'math annotation menclose merror mfrac mglyph mi mn mo mover mpadded mphantom mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd ' +
      'mtext mtr munder munderover semantics'
    ).split(' '),
  );
  const addresses = new Set([
    'href',
    'src',
    'action',
    'formaction',
    'xlink:href',
    'background',
    'poster',
    'data',
    'srcset',
  ]);
  const faultsIn = (element: Element): string[] => {
    const name = element.localName;
    const faults = names.has(name) ? [] : [`<${name}>`];
    for (const { name: attribute, value } of element.attributes) {
      if (/^on|^style$|^srcdoc$|^http-equiv$|^ping$/i.test(attribute)) faults.push(`<${name} ${attribute}>`);
      const isAddress = addresses.has(attribute) && !/^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/.test(value);
      if (isAddress) faults.push(`${attribute}=${value}`);
    }
    return faults;
  };
  const read = (html: string): Promise<string[]> =>
    new Promise((done) => {
      const frame = document.createElement('iframe');
      frame.addEventListener('load', () => {
        const all = [...frame.contentDocument!.querySelectorAll('*')];
        const faults = all.flatMap(faultsIn);
        if (all.length < 10) faults.push(`${all.length} elements`);
        for (const id of ['~content', '~query'])
          if (all.filter((one) => one.id === id).length > 1) faults.push(`${id} twice`);
        frame.remove();
        done(faults);
      });
      frame.srcdoc = html;
      document.body.append(frame);
    });
  return Promise.all(htmls.map(read));
}
