import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findProgram, skippedWithout } from '../support/programs.js';
import { readUnit } from '../support/systemd-unit.js';
import { deployFile } from './files.js';

const units = ['docgraph.service', 'docgraph@.service'];
const analyze = findProgram('systemd-analyze');
const skipped = skippedWithout('systemd-analyze');

it.runIf(analyze).each(units)(`systemd-analyze verifies %s without a finding${skipped}`, (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-unit-'));
  try {
    // The package is not installed on this machine, so the unit names another program.
    const text = deployFile(`systemd/${name}`).replace('/opt/docgraph/bin/docgraph', process.execPath);
    const file = join(folder, name.replace('@', '@4000'));
    writeFileSync(file, text);
    const verified = spawnSync(analyze!, ['verify', file], { encoding: 'utf8' });
    expect([verified.status, verified.stderr]).toEqual([0, '']);
    writeFileSync(file, text.replace('Restart=always', 'Restart=allways'));
    expect(spawnSync(analyze!, ['verify', file], { encoding: 'utf8' }).stderr).toContain('allways');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('both units run the same command as the same user, and do not restart after wrong settings', () => {
  const [one, many] = units.map((name) => deployFile(`systemd/${name}`));
  expect(readUnit(many!)).toEqual({ ...readUnit(one!), environment: { NODE_ENV: 'production', PORT: '%i' } });
  const rest = (text: string) => text.slice(text.indexOf('StateDirectory='));
  expect(rest(many!)).toBe(rest(one!).replace('Environment=PORT=%i\n', ''));
  expect(one).toContain('\nRestartPreventExitStatus=78\n');
});
