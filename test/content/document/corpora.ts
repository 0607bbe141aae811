import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of the documentation corpora, which is no part of the project; tests skip where it is absent. */
const shared = process.env.DOCGRAPH_SHARED ?? path.resolve(import.meta.dirname, '../../../../shared');
const docs = path.join(shared, 'data/docs');

/** Where the contract as JSON Schema lies. */
export const contractFile = path.join(shared, 'contract/contract.json');

/** Names of the corpora that are there. */
export const corpora = existsSync(docs) ? readdirSync(docs) : [];

/** The pages of a corpus, without front matter, by path. */
export function pagesOf(corpus: string): [file: string, markdown: string][] {
  const files = readdirSync(path.join(docs, corpus), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.md'))
    .map((file) => [file, readFileSync(path.join(docs, corpus, file), 'utf8').replace(/^---\n.*?\n---\n/s, '')]);
}
