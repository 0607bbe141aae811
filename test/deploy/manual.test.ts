import { existsSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { packagePath } from '../../src/platform/base/package-path.js';
import { fencedBlocks, pages } from '../docs/pages.js';
import { deployFile } from './files.js';

/** Pages about deployment, and the text of all of them. */
const guides = [...pages.keys()].filter((name) => /^docs\/(deploying|reverse-proxies)/.test(name));
const all = guides.map((name) => pages.get(name)).join('\n');

it('the manual quotes the files of `deploy` as they are', () => {
  const quotes = guides.flatMap(fencedBlocks).filter(({ info }) => info.includes(' deploy/'));
  expect(quotes.length).toBeGreaterThan(6);
  for (const { page, line, info, text } of quotes)
    expect([`${page}:${line}`, deployFile(info.split(' deploy/')[1]!)]).toEqual([
      `${page}:${line}`,
      expect.stringContaining(text),
    ]);
});

it('the guides name each file of their folders of `deploy`, and no file that is missing', () => {
  const files = readdirSync(packagePath('deploy'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^(caddy|docker|kubernetes|nginx|systemd)\//.test(path),
  );
  expect(files.filter((path) => !all.includes(path.split('/').at(-1)!))).toEqual([]);
  const named = [...all.matchAll(/\bdeploy\/[\w./@-]+\w/g)].map(([path]) => path);
  expect(named.filter((path) => !path.endsWith('/.env') && !existsSync(packagePath(path)))).toEqual([]);
});
