import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './programs.mjs';

/** Linters of OpenAPI. `check` returns a linter's errors and warnings for a description. */
export const linters = [
  { name: 'redocly', package: '@redocly/cli', rules: 'recommended', check: redocly },
  { name: 'spectral', package: '@stoplight/spectral-cli', rules: 'spectral:oas', check: spectral },
];

function redocly({ packages, description }) {
  const args = ['lint', '--extends=recommended', '--format=json', '--max-problems=1000', description];
  const { stdout } = runProgram(packages, 'redocly', args);
  const problems = JSON.parse(stdout).problems.map(({ ruleId, message, severity, location }) => ({
    text: `${ruleId}: ${message} (${location[0]?.pointer})`,
    isError: severity === 'error',
  }));
  return counted(problems);
}

function spectral({ packages, description, folder }) {
  const rules = join(folder, 'spectral.json');
  writeFileSync(rules, JSON.stringify({ extends: ['spectral:oas'] }));
  const output = join(folder, 'spectral-results.json');
  runProgram(packages, 'spectral', ['lint', '--ruleset', rules, '--format', 'json', '--output', output, description]);
  const problems = JSON.parse(readFileSync(output, 'utf8')).map(({ code, message, severity, path }) => ({
    text: `${code}: ${message} (${path.join('/')})`,
    isError: severity === 0,
  }));
  return counted(problems);
}

function counted(problems) {
  const texts = (isError) => problems.filter((one) => one.isError === isError).map(({ text }) => text);
  return { errors: texts(true), warnings: texts(false) };
}
