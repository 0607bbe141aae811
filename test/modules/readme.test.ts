import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { packagePath } from '../../src/platform/base/package-path.js';
import { testApp } from '../support/app.js';
import { seedFirstStart } from './first-start-world.js';

it('the query of the README returns the documented response after a first start', async () => {
  const readme = readFileSync(packagePath('README.md'), 'utf8');
  const block = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(readme)![1]!;
  const test = await testApp();
  const token = await seedFirstStart(test);
  expect(await test.graphql(block('graphql'), { token })).toMatchObject(JSON.parse(block('json')));
});
