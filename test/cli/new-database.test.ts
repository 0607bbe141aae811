import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { compiledProgram } from '../../scripts/compiled.mjs';
import { docgraph, spawnDocgraph, waitForExit } from '../support/command-line.js';
import { testFolder } from '../support/database.js';
import { settings } from '../support/server-process.js';

const command = ['org', 'create', '--title', 'Acme'];
const hasTerminals = spawnSync('script', ['--version']).status === 0;
if (!hasTerminals) console.error('SKIPPED: questions on a terminal need the program `script`');

describe('a command without a terminal', () => {
  it('creates the database at the default path, and names it on stderr', async () => {
    const folder = testFolder();
    const { code, stderr } = await waitForExit(spawnDocgraph(command, {}, folder));
    const path = join(folder, 'data/docgraph.db');
    expect({ code, stderr, isThere: existsSync(path) }).toEqual({
      code: 0,
      stderr: `docgraph: creating the database ${path}\n`,
      isThere: true,
    });
    expect(await waitForExit(spawnDocgraph(command, {}, folder))).toMatchObject({ code: 0, stderr: '' });
  });

  it('creates a database at another path if its folder exists', async () => {
    const path = join(testFolder(), 'own.db');
    const { code, stderr } = await docgraph(command, { DATABASE_URL: `file:${path}` });
    expect({ code, stderr }).toEqual({ code: 0, stderr: `docgraph: creating the database ${path}\n` });
  });

  it.each([command, ['migrate'], ['start']])('does not create a missing folder: %s', async (...args) => {
    const folder = join(testFolder(), 'none');
    const path = join(folder, 'own.db');
    const { code, stdout, stderr } = await docgraph(args, { ...settings, DATABASE_URL: `file:${path}` });
    expect({ code, stdout, stderr, isThere: existsSync(folder) }).toEqual({
      code: 78,
      stdout: '',
      stderr: `docgraph: Cannot create the database ${path}: the folder ${folder} does not exist. Run the command in the folder of the server, or set DATABASE_URL to its database.\n`,
      isThere: false,
    });
  });
});

describe.runIf(hasTerminals)('a command on a terminal', () => {
  /** Runs the command in an empty folder, in a terminal of its own, and types a line. */
  async function runWithInput(line: string) {
    const folder = testFolder();
    const typed = [process.execPath, join(compiledProgram(), 'main.js'), ...command].join(' ');
    const child = spawn('script', ['--quiet', '--return', '--command', typed, '/dev/null'], { cwd: folder });
    child.stdin.write(line);
    const printed = text(child.stdout);
    const code = await new Promise((resolve) => child.once('exit', resolve));
    child.stdin.end();
    return { code, printed: await printed, isThere: existsSync(join(folder, 'data/docgraph.db')) };
  }

  it('creates the database after the input y', async () => {
    const { code, printed, isThere } = await runWithInput('y\n');
    expect([code, isThere]).toEqual([0, true]);
    expect(printed).toMatch(/There is no database at \/.*data\/docgraph\.db\. Create it\? \[y\/N\]/);
  });

  it.each(['n\n', '\n'])('creates no database after the input %j', async (line) => {
    const { code, printed, isThere } = await runWithInput(line);
    expect([code, isThere]).toEqual([78, false]);
    expect(printed).toContain('docgraph: Cannot create the database');
  });
});
