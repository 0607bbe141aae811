import { lineAt, visitNodes } from './syntax.mjs';

// Names that the project has abandoned because readers had to look them up. Each has the term that replaces it.

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

/** Types of the declarations whose name is checked. */
const declarations = new Set([
  'VariableDeclarator',
  'FunctionDeclaration',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
]);

/** Reports the abandoned names that one source file declares. */
export function goneNamesIn({ place, source, program }) {
  const found = [];
  visitNodes(program, (node) => {
    const name = declarations.has(node.type) ? node.id?.name : undefined;
    const term = name && goneNames.find(([pattern]) => pattern.test(name))?.[1];
    if (term) found.push(`${place}:${lineAt(source, node.start)}: name "${name}": write ${term}`);
  });
  return found;
}
