import { createSpace, insertion, openChangeRequest, repeat } from '../content.mjs';
import { textWithExpressions } from '../texts.mjs';

/**
 * Number of parallel requests, rounds and spaces; characters of a page of the attacker (`large`) and of the innocent
 * organization (`small`).
 */
const size = { parallel: 20, rounds: 3, spaces: 4, large: 450_000, small: 3_000 };

/** The attacker writes large pages to many change requests, while another organization writes a small page. */
export const content = {
  name: 'content',
  title: '20 parallel content requests, each one page of 450 kB with expressions (3 times)',
  measured: 'its own write of a 3 kB page',
  on: ['sqlite', 'postgresql'],
  alone: 30,
  count: 200,

  async prepare({ attacker, innocent }) {
    const spaces = await Promise.all(repeat(size.spaces, (index) => createSpace(attacker, `Space ${index}`)));
    const open = (index) => openChangeRequest(attacker, spaces[index % spaces.length], `Work ${index}`);
    const requests = await Promise.all(repeat(size.parallel + 1, open));
    const own = await openChangeRequest(innocent, await createSpace(innocent, 'Small'));
    await innocent.must('POST', `${own}/content`, { changes: [insertion('Page', 'A page.\n')] });
    const { pages } = await innocent.must('GET', `${own}/content/pages`);
    return { requests, own, page: pages.find(({ title }) => title === 'Page').id };
  },

  async attack({ ask, data: { requests } }) {
    const bodies = repeat(size.rounds, (round) => repeat(size.parallel, (index) => largePage(`${round}.${index}`)));
    const write = (body, index) => ask('POST', `${requests[index]}/content`, body);
    return async () => {
      const answers = [];
      for (const round of bodies) answers.push(...(await Promise.all(round.map(write))));
      return answers;
    };
  },

  async one({ ask, data: { requests } }) {
    const [first, second] = ['first', 'second'].map(largePage);
    return async () => {
      // Makes the server start its worker threads before the measurement, because they are already running during the
      // attack.
      await ask('POST', `${requests.at(-1)}/content`, first);
      return [await ask('POST', `${requests.at(-1)}/content`, second)];
    };
  },

  task({ served, data: { own, page }, number }) {
    const document = { markdown: textWithExpressions(size.small, `text ${number}`) };
    return served('POST', `${own}/content`, { changes: [{ operation: 'update_page', page, document }] });
  },
};

function largePage(name) {
  const page = insertion(`Large ${name}`, textWithExpressions(size.large, name));
  return JSON.stringify({ changes: [page] });
}
