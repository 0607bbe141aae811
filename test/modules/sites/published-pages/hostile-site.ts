import { defaults } from '../../../../src/modules/sites/sites/default-customization.js';
import { markdownWith } from '../../../render/html/hostile-texts.js';
import { hostileAddresses, xssVectors } from '../../../render/html/xss-vectors.js';
import type { TestApp } from '../../../support/app.js';
import { type Person, seedSpace } from '../../../support/seed.js';
import { type OpenableSite, seedSite } from '../published-sites/site-kit.js';

type Organization = { id: string; admin: Person };

/** Hostile texts that can be stored. The store accepts neither NUL nor unpaired surrogates. */
export const storable = xssVectors.filter((vector) => vector.isWellFormed() && !vector.includes('\0'));

const update = 'mutation ($input: UpdateSpaceContentInput!) { updateSpaceContent(input: $input) { space { id } } }';

/**
 * Seeds a site with a page for each hostile text. Its spaces have several pages each. `refused` are the texts that a
 * title or file name must not have.
 */
export async function seedHostilePages(test: TestApp, acme: Organization) {
  const [spaces, refused]: [string[], string[]] = [[], []];
  const insert = async (space: string, vectors: readonly string[]): Promise<void> => {
    const changes = vectors.flatMap(insertHostilePage);
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

/** Returns changes that insert a page with the text in every possible field, and a file that has it as its name. */
function insertHostilePage(vector: string) {
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

/**
 * Seeds a site whose sections, groups and spaces have hostile names. The first names have a section each; all other
 * spaces are in the first section.
 */
export async function seedHostileStructure(test: TestApp, acme: Organization): Promise<OpenableSite> {
  // Paths of sections are derived from their names, in lower case.
  const names = [...new Map(storable.map((vector) => [vector.toLowerCase(), vector])).values()];
  const ids = [await seedSpace(test, acme.id)];
  for (let at = 1; at < names.length; at += 100) {
    const titles = names
      .slice(at, at + 100)
      .map((name) => name.replace(/\s+/g, ' ').trim().slice(0, 50).toWellFormed());
    const path = `/orgs/${acme.id}/spaces`;
    const spaceRequests = titles.map((title) => test.rest('POST', path, { ...acme.admin, body: { title } }));
    for (const { body } of await Promise.all(spaceRequests)) ids.push(body.id);
  }
  const sections = names.slice(0, 120).map((name) => ({ name, group: name }));
  const spaces = ids.map((space, index) => ({ space, section: sections[index]?.name ?? sections[0]!.name }));
  return seedSite(test, { organization: acme.id, sections, groups: names.map((name) => ({ name })), spaces });
}

/**
 * Returns pages of a space with expressions for all values as variables, and for as many visitor claims `c0`, `c1`… as
 * given.
 */
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

/** Returns a customization of a site that has the text in every field. */
export function lookWithText(vector: string): object {
  const link = { title: vector, to: { kind: 'url', url: 'https://a.test/' } };
  return {
    ...defaults,
    title: vector,
    announcement: { enabled: true, message: vector, style: 'info', link },
    header: { preset: 'default', links: [{ ...link, style: 'link', links: [link] }] },
    footer: { groups: [{ title: vector, links: [link] }], copyright: vector },
  };
}

/** Returns customizations with one hostile address or color each. */
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
