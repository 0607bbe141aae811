import fc from 'fast-check';
import { ContentError, type Manifest, type Page } from '../../src/engine/base/types.js';
import { deletePage } from '../../src/engine/change/edit/delete-page.js';
import { insertPage } from '../../src/engine/change/edit/insert-page.js';
import { updatePage } from '../../src/engine/change/edit/update-page.js';
import { manifestIndex } from '../../src/engine/tree/manifest/page-index.js';
import { readBlob, storeBlobs, textOfPage } from './manifests.js';

/** A step of an editor. Numbers select the pages, so that any step fits any manifest. */
export interface EditorStep {
  verb: 'insert' | 'title' | 'text' | 'move' | 'rename' | 'delete';
  pick: number;
  target: number;
  word: string;
}

/** Generates up to five steps. */
export function stepsArbitrary(): fc.Arbitrary<EditorStep[]> {
  return fc.array(
    fc.record({
      verb: fc.constantFrom('insert', 'title', 'text', 'move', 'rename', 'delete' as const),
      pick: fc.nat(1000),
      target: fc.nat(1000),
      word: fc.constantFrom('alpha', 'beta', 'gamma'),
    }) as fc.Arbitrary<EditorStep>,
    { maxLength: 5 },
  );
}

/**
 * Returns the manifest after an editor's steps. A step that a rule refuses changes nothing. Ids of new pages start with
 * the editor's name.
 */
export function applySteps(start: Manifest, steps: EditorStep[], editor: string): Manifest {
  return steps.reduce((current, step, number) => {
    try {
      return storeBlobs(run(current, step, `${editor}${number}`));
    } catch (error) {
      if (error instanceof ContentError) return current;
      throw error;
    }
  }, start);
}

function run(manifest: Manifest, { verb, pick, target, word }: EditorStep, id: string) {
  const context = { readBlob, pointer: 'changes/0' };
  const pages = manifestIndex(manifest).pages;
  const page = pages[pick % Math.max(1, pages.length)]?.page;
  const into = [null, ...pages.map((placed) => placed.page.id)][target % (pages.length + 1)] ?? null;
  if (verb === 'insert')
    return insertPage(manifest, { id, into, title: word, markdown: `${word}\n[first](p0.md)\n` }, context);
  if (!page) throw new ContentError('no page');
  if (verb === 'delete') return deletePage(manifest, { page: page.id }, context);
  const change = {
    title: { title: `${word} ${id}` },
    text: { markdown: editedText(page, target, word) },
    move: { into, at: 0 },
    rename: { slug: `${word}-${id}` },
  }[verb];
  return updatePage(manifest, { page: page.id, ...change }, context);
}

function editedText(page: Page, line: number, word: string): string {
  if (page.type !== 'document') return '';
  const lines = textOfPage(page).split('\n');
  return lines.toSpliced(line % lines.length, 1, word).join('\n');
}
