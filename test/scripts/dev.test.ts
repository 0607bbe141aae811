import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { projectCopy } from '../support/project-copy.js';

it('npm run dev starts a server, and restarts it with the new code after a save', async () => {
  const folder = await projectCopy();
  const env = { ...process.env, PORT: '0', DEMO: 'false', DATABASE_URL: `file:${join(folder, 'dev.db')}` };
  const child = spawn(process.execPath, ['scripts/dev.mjs'], { cwd: folder, env, stdio: 'pipe' });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const prints = (text: string) => expect.poll(() => printed, { timeout: 60_000, interval: 50 }).toContain(text);
  await prints('docgraph is ready.');
  const banner = join(folder, 'src/cli/commands/start-command.ts');
  const source = await readFile(banner, 'utf8');
  await writeFile(banner, source.replace('docgraph is ready.', 'docgraph is ready again.'));
  await prints('docgraph is ready again.');
  await prints('restarted in');
  console.log(/restarted in .*/.exec(printed)![0]);
  await writeFile(banner, `${source} %`);
  await prints('start-command.ts');
}, 180_000);
