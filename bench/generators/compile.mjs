import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './programs.mjs';

/** Options as in `tsc --strict --noEmit` in a project for browsers or Node. */
const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'Bundler',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: [],
};

/**
 * Two values of `SiteAdaptiveJSONSchema`, with and without the optional claims of visitors. The generated type must
 * compile, and also accept the values that the API accepts.
 */
const values = `
const plan = { type: 'string', description: 'Plan', enum: ['free', 'pro'] } as const;
const unsigned = {
  type: 'object',
  description: 'Unsigned claims of the site visitor.',
  properties: {},
  additionalProperties: false,
} as const;
export const claims: Claims[] = [
  { type: 'object', properties: {}, additionalProperties: false },
  { type: 'object', properties: { plan: { ...plan, enum: [...plan.enum] }, unsigned }, additionalProperties: false },
];
`;

/**
 * Compiles generated code, and a file that uses it, with `tsc --strict`.
 * @param claims import of the type `Claims` from the generated code
 * @returns the errors, and the number of generated files
 */
export function compile({ packages, folder, claims }) {
  const generated = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts'));
  if (generated.length === 0) return { files: 0, errors: ['generated no TypeScript'] };
  writeFileSync(join(folder, 'claims.ts'), `${claims}\n${values}`);
  const project = join(folder, 'tsconfig.json');
  writeFileSync(project, JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  const { status, stdout } = runProgram(packages, 'tsc', ['--project', project, '--pretty', 'false']);
  const errors = stdout.split('\n').filter((line) => line.includes('error TS'));
  return { files: generated.length, errors: errors.length > 0 || status === 0 ? errors : [`tsc ended with ${status}`] };
}
