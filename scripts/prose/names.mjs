import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { filesIn } from './files.mjs';
import { lineAt, visitNodes } from './syntax.mjs';

// Names that the project no longer has, because a reader had to look them up. Each has the term that replaces it.

const goneNames = [
  [/crowd(?!ed)/i, 'limiter'],
  [/(?:^|[a-z])Crew|^crew/, 'pool'],
  [/slab/i, 'box'],
  [/chatter/i, 'small talk'],
  [/untold/i, 'placeholder'],
  [/upkeep/i, 'retention'],
  [/sweep/i, 'garbage collection'],
  [/purse/i, 'budget'],
  [/anew/i, 'again'],
  [/^(?:insert|update|delete|require|lock)Later$/, 'the verb with "buffer", or "assertAtCommit"'],
  [/^(?:takeTurns|continueLine|callFor)$/, '"yieldToEventLoop", "appendRevision" or "scheduleWakeup"'],
  [/^(?:Asked|Found|Wanted|Kept|Told|Shown|Seen|Taken|Given)$/, 'a noun'],
];

/** Declarations whose name is checked. */
const declarations = new Set([
  'VariableDeclarator',
  'FunctionDeclaration',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
]);

/**
 * Reports the abandoned names that the sources and tests still declare.
 * @returns an array of `file:line: what to change`
 */
export function goneNamesOf(root) {
  return ['src', 'test', 'scripts', 'bench']
    .flatMap((folder) => filesIn(root, folder, /\.m?[tj]s$/))
    .flatMap((file) => goneNamesIn(file, readFileSync(join(root, file), 'utf8')));
}

/** Reports the abandoned names that one source file declares. */
export function goneNamesIn(place, source) {
  if (!goneNames.some(([pattern]) => new RegExp(pattern.source.replaceAll(/[\^$]/g, ''), 'i').test(source))) return [];
  const found = [];
  visitNodes(parseSync(place, source).program, (node) => {
    const name = declarations.has(node.type) ? node.id?.name : undefined;
    const term = name && goneNames.find(([pattern]) => pattern.test(name))?.[1];
    if (term) found.push(`${place}:${lineAt(source, node.start)}: name "${name}": write ${term}`);
  });
  return found;
}
