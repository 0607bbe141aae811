import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFolder } from '../../../../src/cli/folders/read-folder.js';
import { importFolder } from '../../../../src/engine/tree/import/import-folder.js';
import { newId } from '../../../../src/platform/base/ids.js';
import { sharedPath } from '../../../support/shared-data.js';
import { sketch } from '../../folder-helpers.js';

const inputs = sharedPath('inputs');
const reason = existsSync(inputs) ? '' : ' (SKIPPED: no inputs next to the project)';

/** Imports one of the inputs next to the project. Returns a sketch of the result without ids. */
function importedInput(name: string) {
  const { manifest, notices } = importFolder({ entries: readFolder(join(inputs, name, 'in')), newId });
  const pages = sketch(manifest.pages).replaceAll(/page_\w+/g, 'page');
  return { pages, files: manifest.files.map(({ path }) => path), notices: notices.map(({ kind }) => kind) };
}

it.skipIf(reason !== '').each<[string, object]>([
  [
    '01-summary-lists-a-page-twice',
    {
      pages: 'Start@ Alpha@alpha #Again@again[Alpha once more@{"kind":"page","page":"page"}]',
      files: [],
      notices: ['listed-twice'],
    },
  ],
  ['34-page-begins-with-a-rule', { pages: 'Start@', files: [], notices: [] }],
  ['35-summary-bold-entry', { pages: 'Start@ Alpha@alpha', files: [], notices: [] }],
  [
    '40-markdown-in-dot-folders',
    { pages: 'Start@', files: ['.claude/rules.md', '.github/ISSUE_TEMPLATE/report.md'], notices: [] },
  ],
])(`the folder %s is imported as its author intended${reason}`, (name, expected) => {
  expect(importedInput(name)).toEqual(expected);
});
