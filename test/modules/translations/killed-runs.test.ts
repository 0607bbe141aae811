import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compiledModules } from '../../../scripts/compiled.mjs';
import { testApp } from '../../support/app.js';
import { isSoak, seeds } from '../../support/properties.js';
import { randomFrom } from '../../support/random.js';
import { recordingTranslator, runWaitingTranslations, seedTranslation } from './translation-kit.js';

const test = await testApp();
const program = fileURLToPath(new URL('run-worker.mjs', import.meta.url));

/** Maximum number of transactions in a run of the space. */
const transactions = 14;

/**
 * Processes waiting runs in another process, which is killed at one of its transactions. Returns false if the process
 * ended before that transaction.
 */
async function runUntilKilled(moment: string, count: number): Promise<boolean> {
  const child = spawn(process.execPath, [program, compiledModules(), test.url, moment, String(count)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = await once(child, 'exit');
  return signal === 'SIGKILL';
}

/** Returns the texts in the translation memory. */
async function textsInMemory(organization: string): Promise<string[]> {
  const query = test.store.sql
    .selectFrom('TranslationMemory')
    .select('text')
    .where('organizationId', '=', organization);
  return (await test.store.read.all(query)).map(({ text }) => text);
}

/** Releases the jobs of the killed process. */
async function releaseJobs(organizationId: string): Promise<void> {
  await test.store.transaction(({ prisma }) =>
    prisma.job.updateMany({ where: { organizationId, status: 'running' }, data: { lockedUntil: new Date(0) } }),
  );
}

// Other seeds test other moments: `npm run soak`.
it.each(seeds(isSoak ? 20 : 5))(
  'a killed run is completed by the next process, which requests no text again (%i)',
  async (seed) => {
    const draw = randomFrom(seed);
    const texts = ['One', 'Two', 'Three', 'Four'].map((name) => `${name} of ${seed}.`);
    const space = await seedTranslation(test, {
      'README.md': `# Start\n\n${texts.slice(0, 2).join('\n\n')}\n`,
      'more.md': `# More\n\n${texts.slice(2).join('\n\n')}\n`,
    });
    await test.rest('POST', `${space.path}/run`, space.admin);
    const moment = draw(2) === 0 ? 'before' : 'after';
    await runUntilKilled(moment, 1 + draw(transactions));
    const { result } = await space.read();
    // The result is complete, or does not exist.
    if (result)
      expect((await test.rest('GET', `/spaces/${result.space}`, space.admin)).body.revision).toBe(result.revision);
    const before = await textsInMemory(space.organization);
    await releaseJobs(space.organization);
    const requestedTexts: string[] = [];
    const answered: string[] = [];
    const translator = recordingTranslator(requestedTexts);
    await runWaitingTranslations(test, {
      ...translator,
      async translate(given, signal) {
        const answers = await translator.translate(given, signal);
        answered.push(...answers.map(String));
        return answers;
      },
    });
    expect(answered.filter((answer) => before.includes(answer))).toEqual([]);
    expect(new Set(requestedTexts).size).toBe(requestedTexts.length);
    const { status, stats } = await space.read();
    expect([status, stats.runs, stats.latestPages]).toEqual(['completed', 1, 2]);
    const resultMarkdown = `${await space.page('')}${await space.page('more')}`;
    expect(resultMarkdown.match(/\[fr\]/g)).toHaveLength(6);
    expect(await textsInMemory(space.organization)).toHaveLength(7);
  },
);
