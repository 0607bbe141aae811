import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { docgraph } from '../support/command-line.js';
import { testFolder } from '../support/database.js';
import { findProgram } from '../support/programs.js';

const folder = testFolder();
writeFileSync(join(folder, 'notes.tar'), '');

/** Writes the completion script of a shell to a file, and returns its path. */
async function scriptOf(shell: string): Promise<string> {
  const { code, stdout, stderr } = await docgraph(['completion', shell], {});
  expect([code, stderr]).toEqual([0, '']);
  const path = join(folder, `docgraph.${shell}`);
  writeFileSync(path, stdout);
  return path;
}

/** Lines to complete, and the words that a shell proposes. */
const completions: readonly [line: string, words: string[]][] = [
  ['docgraph sp', ['space']],
  ['docgraph team ', ['list', 'show']],
  ['docgraph org li', ['list']],
  ['docgraph member list --', ['--all', '--help', '--json', '--limit', '--org', '--search']],
  ['docgraph user create --role re', ['read', 'review']],
  ['docgraph token create --scope space:rev', ['space:revert', 'space:review']],
  ['docgraph demo --size ', ['large', 'small']],
  ['docgraph completion ', ['bash', 'fish', 'zsh']],
  ['docgraph org import ./no', ['./notes.tar']],
  ['docgraph user create --name re', []],
];

/** Runs a line of a shell that prints completions, one for each line, in the folder of the tests. */
function run(shell: string, args: string[]): string[] {
  const printed = execFileSync(shell, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, HOME: folder } });
  return printed.split('\n').filter((line) => line !== '');
}

describe.skipIf(findProgram('bash') === undefined)('the completion for bash', () => {
  it('proposes commands, options, values and files', async () => {
    const script = await scriptOf('bash');
    const complete = `source "$1"; COMP_LINE=$2 COMP_POINT=\${#2}; _docgraph; printf '%s\\n' "\${COMPREPLY[@]}"`;
    for (const [line, words] of completions) {
      const proposed = run('bash', ['--norc', '-c', complete, 'bash', script, line]);
      // bash replaces only the part of a word after a colon.
      const given = line.slice(line.lastIndexOf(' ') + 1).match(/^.*:/)?.[0] ?? '';
      const whole = proposed.map((word) => given + word);
      expect([line, whole.sort()]).toEqual([line, words]);
    }
  });
});

describe.skipIf(findProgram('fish') === undefined)('the completion for fish', () => {
  it('proposes commands, options, values and files', async () => {
    const script = await scriptOf('fish');
    for (const [line, words] of completions.slice(0, 5)) {
      const proposed = run('fish', ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', script, line]);
      expect([line, proposed.map((word) => word.split('\t')[0]!).sort()]).toEqual([line, words]);
    }
  });
});

describe.skipIf(findProgram('zsh') === undefined)('the completion for zsh', () => {
  it('completes the words of a line in a terminal', async () => {
    const script = await scriptOf('zsh');
    const result = join(folder, 'completed');
    const type = `zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell "autoload -Uz compinit; compinit -u -D; source $1; docgraph() { print -r -- \\$* >$2; exit }"
      zpty -w shell $'docgraph user cr\\t--rol\\tadm\\t'
      while zpty -r shell output; do :; done`;
    spawnSync('zsh', ['-f', '-c', type, 'zsh', script, result], { cwd: folder, timeout: 60_000 });
    expect(readFileSync(result, 'utf8').trim()).toBe('user create --role admin');
  });
});

it('docgraph completion refuses a shell that it does not know', async () => {
  expect(await docgraph(['completion', 'csh'], {})).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Allowed choices are bash, zsh, fish'),
  });
});

const missing = ['bash', 'zsh', 'fish'].filter((shell) => findProgram(shell) === undefined);
if (missing.length > 0) console.log(`SKIPPED: the completion is not tested with ${missing.join(', ')}`);
