import { createCollection } from '../../modules/content/collections/actions.js';
import { makeChangeRequest } from './change-requests.js';
import type { DemoRequest } from './changes-file.js';
import { actAs, type Demo } from './demo.js';
import { readDemoFolder, readDemoYaml } from './demo-files.js';
import { fillTemplate } from './fill-template.js';
import type { DemoSite, OrganizationFile } from './organization-file.js';
import { createPeople } from './people.js';
import { importSpace } from './spaces.js';

/** Content of `demo/large/large.yaml`. Each word in braces is replaced by the member of the country with that name. */
interface LargeFile {
  members: number;
  changeRequests: number;
  firstNames: string[];
  lastNames: string[];
  roles: string[];
  carriers: string[];
  /** Title of the collection of the countries. */
  collection: string;
  /** Title of their section on the first site. */
  section: string;
  /** Title of each space. */
  title: string;
  emoji: string;
  countries: { code: string; country: string; [word: string]: string }[];
  changes: { subject: string; page: string; append: string }[];
  comments: string[];
}

/** Adds members, spaces and change requests, and a section to the first site, which is created later. */
export async function enlarge(demo: Demo, sites: DemoSite[]): Promise<void> {
  const file = readDemoYaml<LargeFile>('large/large.yaml');
  const members = makeMembers(demo, file);
  await createPeople(demo, { members, teams: [] });
  await createCountries(demo, file);
  const editors = Object.keys(members).filter((key) => ['create', 'review', 'edit'].includes(members[key]!.role));
  for (let index = 0; index < file.changeRequests; index += 1)
    await makeChangeRequest(demo, randomRequest(demo, file, editors));
  const spaces = Object.fromEntries(file.countries.map(({ code }) => [code, code]));
  sites[0]!.sections.push({ title: file.section, spaces });
}

function makeMembers({ random }: Demo, file: LargeFile): OrganizationFile['members'] {
  const members: OrganizationFile['members'] = {};
  for (let number = 1; number <= file.members; number += 1) {
    const [first, last] = [random.pick(file.firstNames), random.pick(file.lastNames)];
    const email = `${first}.${last}${number}@kestrel.example`.toLowerCase();
    members[`member${number}`] = { name: `${first} ${last}`, email, role: random.pick(file.roles) };
  }
  return members;
}

async function createCountries(demo: Demo, file: LargeFile): Promise<void> {
  const { organization } = demo;
  const parent = await createCollection(actAs(demo, 'ada'), { organization, title: file.collection });
  for (const words of file.countries) {
    const title = fillTemplate(file.title, words);
    const space = { title, emoji: file.emoji, author: 'tomas' };
    demo.spaces.set(words.code, await importSpace(demo, { space, parent, entries: countryFiles(file, words) }));
  }
}

/** Returns the files of the space of a country: all pages of the folder, and a page for each carrier. */
function countryFiles({ carriers }: LargeFile, words: LargeFile['countries'][number]): Map<string, () => Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const files = new Map<string, () => Uint8Array>();
  for (const [path, read] of readDemoFolder('large/pages')) {
    const text = decoder.decode(read());
    const add = (name: string, more: { [word: string]: string }) =>
      files.set(name, () => encoder.encode(fillTemplate(text, { ...words, ...more })));
    if (path === 'carrier.md') for (const carrier of carriers) add(`carriers/${carrier.toLowerCase()}.md`, { carrier });
    else add(path, {});
  }
  return files;
}

const outcomes = ['merged', 'merged', 'merged', 'open', 'open', 'draft'] as const;

function randomRequest({ random }: Demo, file: LargeFile, editors: readonly string[]): DemoRequest {
  const words = { ...random.pick(file.countries), carrier: random.pick(file.carriers) };
  const { subject, page, append } = random.pick(file.changes);
  const [author, reviewer, commenter] = [random.pick(editors), random.pick(editors), random.pick(editors)];
  const outcome = random.pick(outcomes);
  const hasComment = random.below(3) === 0;
  return {
    space: words.code,
    subject: fillTemplate(subject, words),
    author,
    edits: [{ page, append: fillTemplate(append, words) }],
    ...(hasComment && { comments: [{ by: commenter, text: random.pick(file.comments), page }] }),
    reviews: outcome === 'merged' ? [{ by: reviewer, status: 'approved' }] : [],
    outcome,
    mergedBy: 'ada',
  };
}
