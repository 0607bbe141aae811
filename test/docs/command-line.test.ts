import { expect, it } from 'vitest';
import { runHere } from '../support/in-process.js';
import { pages } from './pages.js';

/** What the manual says of commands, by their names: the sections that begin with how they are called. */
const described = new Map(
  pages
    .get('docs/command-line.md')!
    .split(/^## /m)
    .slice(1)
    .map((section): [string[], string] => [section.split('\n', 1)[0]!.split(', '), section])
    .filter(([, section]) => /^.+\n\n```sh\nnpx docgraph/.test(section))
    .flatMap(([names, section]) => names.map((name): [string, string] => [name, section])),
);

async function helpOf(name: string): Promise<string> {
  return (await runHere([...name.split(' '), '--help'].filter(Boolean), {})).stdout;
}

/** The commands below a group, and below the groups in it. */
async function commandsIn(group: string): Promise<string[]> {
  const help = await helpOf(group);
  const listed = help.split('Commands:\n')[1];
  if (listed === undefined) return [group];
  const names = [...listed.matchAll(/^ {2}([\w-]+)/gm)].map(([, name]) => name!).filter((name) => name !== 'help');
  // A group with options of its own is a command, too.
  const all = group !== '' && /^ {2}--/m.test(help) ? [group] : [];
  for (const name of names) all.push(...(await commandsIn(`${group} ${name}`.trim())));
  return all;
}

it('the manual has a section for every command of the program', async () => {
  const commands = await commandsIn('');
  expect(commands.length).toBeGreaterThan(10);
  expect([...described.keys()].sort()).toEqual(commands.sort());
});

it.each([...described])('the manual names the options of %s that its help names', async (name, section) => {
  const options = [...(await helpOf(name)).matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option]) => option!);
  const named = [...section.matchAll(/(?<=[ `])--[a-z-]+/g)].map(([option]) => option);
  expect([...new Set(named)].sort()).toEqual(options.sort());
});
