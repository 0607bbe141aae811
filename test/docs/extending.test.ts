import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { projectCopy } from '../support/project-copy.js';
import { fencedBlocks } from './pages.js';

const run = promisify(execFile);

it('the steps for a new field and a new operation work in a copy of the project', async () => {
  const folder = await projectCopy();
  for (const { info, text } of fencedBlocks('docs/extending.md')) {
    const [language, file] = info.split(' ');
    if (language === 'sh') await run('bash', ['-euc', text], { cwd: folder, maxBuffer: 2 ** 26 });
    else if (language === 'diff') await change(join(folder, file!), text);
    else await writeFile(join(folder, file!), text);
  }
  expect(await readFile(join(folder, 'schema.graphql'), 'utf8')).toContain('removeSpaceContact(');
  expect(await readFile(join(folder, 'openapi.json'), 'utf8')).toContain('/v1/spaces/{spaceId}/contact');
}, 600_000);

/** Applies a block of lines to a file. The lines without `+` must be in the file exactly once, in this order. */
async function change(file: string, block: string): Promise<void> {
  const lines = block.trimEnd().split('\n');
  const textOf = (signs: string) =>
    lines
      .filter((line) => signs.includes(line[0] ?? ' '))
      .map((line) => line.slice(1))
      .join('\n');
  const text = await readFile(file, 'utf8');
  const [before, after] = [textOf(' -'), textOf(' +')];
  expect(text.split(before), `lines that are in ${file} once:\n${before}`).toHaveLength(2);
  await writeFile(
    file,
    text.replace(before, () => after),
  );
}
