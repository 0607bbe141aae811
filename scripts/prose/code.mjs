import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commentTexts, programTexts, testTitles } from './comments.mjs';
import { filesIn } from './files.mjs';
import { goneNamesIn } from './names.mjs';
import { parseSource } from './syntax.mjs';

const folders = ['src', 'test', 'scripts', 'bench'];

/**
 * Reads all source files. Parses one file at a time, so that only one syntax tree is in memory.
 * @returns `texts`: comments, titles of tests, and strings of the program as `{ place, line, text }`; `goneNames`: an
 * array of `file:line: what to change`
 */
export function readCode(root) {
  const code = { texts: [], goneNames: [] };
  for (const file of folders.flatMap((folder) => filesIn(root, folder, /\.m?[tj]s$/))) {
    const source = parseSource(file, readFileSync(join(root, file), 'utf8'));
    code.texts.push(...textsIn(source));
    code.goneNames.push(...goneNamesIn(source));
  }
  return code;
}

function textsIn(source) {
  const { place } = source;
  return [
    ...(place.startsWith('src/') ? programTexts(source) : []),
    ...commentTexts(source),
    ...(place.startsWith('test/') ? testTitles(source) : []),
  ];
}
