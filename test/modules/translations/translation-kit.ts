import { importIntoSpace } from '../../../src/modules/content/folders/import-actions.js';
import { translationJobs } from '../../../src/modules/translations/job-kinds.js';
import { pseudoTranslator } from '../../../src/modules/translations/pseudo-translator.js';
import type { Translator } from '../../../src/modules/translations/translator.js';
import { runDueJobs } from '../../../src/platform/jobs/run-due-jobs.js';
import type { TestApp } from '../../support/app.js';
import { type Person, seedOrganization, seedSpace } from '../../support/seed.js';

/** Files of a space by path. */
export type Files = Record<string, string>;

/** A space, a translation of it, and functions that use both. */
export interface TranslatedSpace {
  organization: string;
  admin: Person;
  source: string;
  /** Path of the translation in `/v1`. */
  path: string;
  /** Runs the translation with a provider. The default provider records the requested texts, which `run` returns. */
  run(translator?: Translator): Promise<string[]>;
  /** Returns the translation in `/v1`. */
  read(): Promise<Record<string, any>>;
  /** Imports other files into the source. */
  write(files: Files): Promise<void>;
  /** Returns the Markdown of a page of the result, by its path. */
  page(path: string): Promise<string>;
  /** Replaces the Markdown of a page of the result by hand. */
  edit(path: string, change: (markdown: string) => string): Promise<void>;
}

/** Returns a copy of a provider that also records the requested texts in `requestedTexts`. */
export function recordingTranslator(requestedTexts: string[], translator: Translator = pseudoTranslator): Translator {
  return {
    ...translator,
    translate(given, signal) {
      requestedTexts.push(...given.texts.map(({ text }) => text));
      return translator.translate(given, signal);
    },
  };
}

/** Processes all waiting runs of translations. */
export async function runWaitingTranslations(
  { store }: Pick<TestApp, 'store'>,
  translator: Translator = pseudoTranslator,
): Promise<void> {
  await runDueJobs(store, translationJobs({ store, translator }));
}

/** Creates a space from files, and a translation of it that has not run, by default into French. */
export async function seedTranslation(
  test: TestApp,
  files: Files,
  { language = 'fr' }: { language?: string } = {},
): Promise<TranslatedSpace> {
  const { id: organization, admin } = await seedOrganization(test);
  const source = await seedSpace(test, organization, files);
  const at = `/orgs/${organization}/translations`;
  const body = { source: { space: source, language: 'en' }, language };
  const response = await test.rest('POST', at, { ...admin, body });
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  const path = `${at}/${response.body.id}`;
  const read = async () => (await test.rest('GET', path, admin)).body;
  const pageAt = async (name: string): Promise<{ id: string; markdown: string }> => {
    const { result } = await read();
    const found = await test.rest('GET', `/spaces/${result.space}/content/path/${name}?format=markdown`, admin);
    if (found.status !== 200) throw new Error(JSON.stringify(found.body));
    return found.body;
  };
  return {
    ...{ organization, admin, source, path, read },
    async run(translator) {
      const requestedTexts: string[] = [];
      await test.rest('POST', `${path}/run`, admin);
      await runWaitingTranslations(test, translator ?? recordingTranslator(requestedTexts));
      return requestedTexts;
    },
    async write(next) {
      const entries = new Map(Object.entries(next).map(([name, text]) => [name, () => new TextEncoder().encode(text)]));
      await importIntoSpace({ store: test.store, viewer: test.operator }, { organization, space: source, entries });
    },
    page: async (name) => (await pageAt(name)).markdown,
    async edit(name, change) {
      const [{ result }, { id, markdown }] = [await read(), await pageAt(name)];
      const changes = [{ updatePage: { page: id, document: { markdown: change(markdown) } } }];
      const mutation = `mutation ($input: UpdateSpaceContentInput!) { updateSpaceContent(input: $input) { __typename } }`;
      const variables = { input: { space: result.space, changes } };
      const { errors } = await test.graphql(mutation, { ...admin, variables });
      if (errors) throw new Error(JSON.stringify(errors));
    },
  };
}
