import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/postgres.mjs', import.meta.url));

it('a process that started a Postgres server ends with its own exit code, so that a failed test is noticed', () => {
  const program = `import { startPostgres } from ${JSON.stringify(script)};
    const server = await startPostgres();
    await server.stop();
    process.exitCode = 3;`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 3, stderr: '' });
});
