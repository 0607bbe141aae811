import type { TestApp } from '../support/app.js';
import { pagesByPath, seedSpace } from '../support/seed.js';

/**
 * Files of a space with every kind of page: documents in two levels, a group with a link, files, links between pages.
 */
const files = {
  'SUMMARY.md': [
    '# Contents',
    '',
    '* [Welcome](README.md)',
    '* [Guide](guide/README.md)',
    '  * [Install](guide/install.md)',
    '  * [Use](guide/use.md)',
    '',
    '## More',
    '',
    '* [Elsewhere](https://example.org/more)',
    '',
  ].join('\n'),
  'README.md':
    '---\ndescription: Start here\n---\n\n# Welcome\n\nSee [installing](guide/install.md) and ![a plan](plan.png).\n',
  'guide/README.md': '# Guide\n\nAll of it.\n',
  'guide/install.md': '# Install\n\nFirst.\n\nSecond.\n\nThird.\n',
  'guide/use.md': '# Use\n\nBack to [install](install.md).\n',
  'plan.png': 'a plan',
  'notes.txt': 'some notes',
};

/** Id of the space, and ids of its pages by path. */
export interface Manual {
  id: string;
  page(path: string): string;
}

/** Imports the files as a space of an organization. */
export async function seedManual(
  test: TestApp,
  { id, admin }: { id: string; admin: { token: string } },
): Promise<Manual> {
  const space = await seedSpace(test, id, files);
  const pages = await pagesByPath(test, space, admin.token);
  return {
    id: space,
    page(path) {
      const page = pages.get(path);
      if (page === undefined) throw new Error(`The manual has no page ${path}; it has ${[...pages.keys()].join(', ')}`);
      return page;
    },
  };
}
