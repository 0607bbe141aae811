import { expect, it } from 'vitest';
import { runInProcess } from '../support/in-process.js';
import { pages } from './pages.js';

/** Sections of the manual that describe a command, by command name. Such a section begins with an example call. */
const described = new Map(
  pages
    .get('docs/command-line.md')!
    .split(/^## /m)
    .slice(1)
    .map((section): [string[], string] => [section.split('\n', 1)[0]!.split(', '), section])
    .filter(([, section]) => /^.+\n\n(?:<!-- Not run: .* -->\n\n)?```sh\n(?:[A-Z_]+=\S+ )?npx docgraph/.test(section))
    .flatMap(([names, section]) => names.map((name): [string, string] => [name, section])),
);

async function helpOf(name: string): Promise<string> {
  return (await runInProcess([...name.split(' '), '--help'].filter(Boolean), {})).stdout;
}

/** Returns the commands of a group and of its nested groups. */
async function commandsIn(group: string): Promise<string[]> {
  const help = await helpOf(group);
  const listed = help.split('Commands:\n')[1];
  if (listed === undefined) return [group];
  const names = [...listed.matchAll(/^ {2}([\w-]+)/gm)].map(([, name]) => name!).filter((name) => name !== 'help');
  // A group with its own options is a command, too.
  const all = group !== '' && /^ {2}--/m.test(help) ? [group] : [];
  for (const name of names) all.push(...(await commandsIn(`${group} ${name}`.trim())));
  return all;
}

it('the manual has a section for every command', async () => {
  const commands = await commandsIn('');
  expect(commands.length).toBeGreaterThan(10);
  expect([...described.keys()].sort()).toEqual(commands.sort());
});

it.each([...described])('the manual names the same options of %s as its help', async (name, section) => {
  const options = [...(await helpOf(name)).matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option]) => option!);
  // An example may need the result of another command.
  const own = section.replaceAll(/^npx docgraph .*$/gm, (line) =>
    line.startsWith(`npx docgraph ${name}`) ? line : '',
  );
  const named = [...own.matchAll(/(?<=[ `])--[a-z-]+/g)].map(([option]) => option);
  expect([...new Set(named)].sort()).toEqual(options.sort());
});
