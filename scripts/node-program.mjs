import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns the path of another version of Node, from the package of npm that contains its program. It is installed once
 * into a temporary folder.
 * @param version version or its beginning, such as `22` or `20.19.0`
 * @throws if npm fails, for example without a network
 */
export function nodeProgram(version) {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(tmpdir(), `docgraph-${name}-${process.getuid?.() ?? 0}-${version}`);
  const program = join(folder, 'node_modules', name, 'bin/node');
  if (existsSync(program)) return program;
  const work = mkdtempSync(join(tmpdir(), 'docgraph-node-'));
  try {
    const args = ['install', '--prefix', work, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', [...args, `${name}@${version}`], { stdio: ['ignore', 'ignore', 'inherit'] });
    // Tests run the program as other users, too.
    chmodSync(work, 0o755);
    renameSync(work, folder);
  } catch (error) {
    if (!existsSync(program)) throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return program;
}
