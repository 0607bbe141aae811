import { defaults } from '../../../../src/modules/sites/sites/default-customization.js';
import { markdownWith } from '../../../render/html/hostile-texts.js';
import { hostileAddresses, xssVectors } from '../../../render/html/xss-vectors.js';
import type { TestApp } from '../../../support/app.js';
import { type Person, seedSpace } from '../../../support/seed.js';
import { type OpenableSite, seedSite } from '../published-sites/site-kit.js';

type Organization = { id: string; admin: Person };

/** What texts of any kind may be: the store takes neither NUL nor halves of characters. */
export const storable = xssVectors.filter((vector) => vector.isWellFormed() && !vector.includes('\0'));

const update = 'mutation ($input: UpdateSpaceContentInput!) { updateSpaceContent(input: $input) { space { id } } }';

/** A site with a page for each hostile text, some to a space; `refused` are those that a title or a file's name cannot be. */
export async function seedHostilePages(test: TestApp, acme: Organization) {
  const [spaces, refused]: [string[], string[]] = [[], []];
  const insert = async (space: string, vectors: readonly string[]): Promise<void> => {
    const changes = vectors.flatMap(pageWith);
    const { errors } = await test.graphql(update, { ...acme.admin, variables: { input: { space, changes } } });
    if (!errors) return;
    if (vectors.length === 1) return void refused.push(vectors[0]!);
    const middle = vectors.length >> 1;
    await insert(space, vectors.slice(0, middle));
    await insert(space, vectors.slice(middle));
  };
  for (let at = 0; at < xssVectors.length; at += 20) {
    const space = await seedSpace(test, acme.id);
    await insert(space, xssVectors.slice(at, at + 20));
    spaces.push(space);
  }
  const site = await seedSite(test, { organization: acme.id, spaces: spaces.map((space) => ({ space })) });
  return { site, refused };
}

/** A page that says a text wherever it can say one, and a file with its name, which the page shows. */
function pageWith(vector: string) {
  const ref = `file-${xssVectors.indexOf(vector)}`;
  const name = vector.replace(/[/\\]/g, '|');
  const file = { name, ref, base64: Buffer.from('<script>alert(1)</script>').toString('base64') };
  const short = vector.slice(0, 50).toWellFormed();
  const page = {
    ...{ title: vector, description: vector, slug: vector.slice(0, 100), icon: short },
    document: { markdown: `{% file src="./${ref}" %}\n\n[file](./${ref})\n\n${markdownWith(vector)}` },
  };
  return [{ insertFiles: { files: [file] } }, { insertPage: page }];
}

/** A site whose sections, groups and spaces are called so: a section for each of the first, all other spaces in the first. */
export async function seedHostileStructure(test: TestApp, acme: Organization): Promise<OpenableSite> {
  // Paths of sections are made of their names, in small letters.
  const names = [...new Map(storable.map((vector) => [vector.toLowerCase(), vector])).values()];
  const ids = [await seedSpace(test, acme.id)];
  for (let at = 1; at < names.length; at += 100) {
    const titles = names
      .slice(at, at + 100)
      .map((name) => name.replace(/\s+/g, ' ').trim().slice(0, 50).toWellFormed());
    const path = `/orgs/${acme.id}/spaces`;
    const made = titles.map((title) => test.rest('POST', path, { ...acme.admin, body: { title } }));
    for (const { body } of await Promise.all(made)) ids.push(body.id);
  }
  const sections = names.slice(0, 120).map((name) => ({ name, group: name }));
  const spaces = ids.map((space, index) => ({ space, section: sections[index]?.name ?? sections[0]!.name }));
  return seedSite(test, { organization: acme.id, sections, groups: names.map((name) => ({ name })), spaces });
}

/** Pages of a space that say all of these as values of variables, and so many claims `c0`, `c1`… of a visitor. */
export function expressionPages(values: readonly string[], claims: number): Record<string, string> {
  const expressions = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `<code class="expression">${prefix}${index}</code>`)
      .map((code) => `${code} [${code}](#x) **${code}**\n\n### ${code}\n\n| ${code} |\n|---|\n| ${code} |\n`)
      .join('\n');
  return {
    '.gitbook/vars.yaml': values.map((value, index) => `v${index}: ${JSON.stringify(value)}\n`).join(''),
    'README.md': `# Variables\n\n${expressions('space.vars.v', values.length)}`,
    'claims.md': `# Claims\n\n${expressions('visitor.claims.c', claims)}\n${expressions('visitor.claims.unsigned.c', claims)}`,
  };
}

/** The look of a site that says a text wherever it says any. */
export function lookSaying(vector: string): object {
  const link = { title: vector, to: { kind: 'url', url: 'https://a.test/' } };
  return {
    ...defaults,
    title: vector,
    announcement: { enabled: true, message: vector, style: 'info', link },
    header: { preset: 'default', links: [{ ...link, style: 'link', links: [link] }] },
    footer: { groups: [{ title: vector, links: [link] }], copyright: vector },
  };
}

/** Looks that have something hostile in place of one address or color. */
export function looksWithHostileValues(): object[] {
  const themed = (value: string) => ({ light: value, dark: value });
  const { styling } = defaults as unknown as { styling: object };
  return [
    ...hostileAddresses.flatMap((address) => [
      { ...defaults, header: { preset: 'default', links: [], logo: themed(address) } },
      { ...defaults, favicon: { icon: themed(address) } },
    ]),
    ...storable.map((vector) => ({ ...defaults, styling: { ...styling, primaryColor: themed(vector) } })),
  ];
}
