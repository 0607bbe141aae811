import { basename, resolve } from 'node:path';
import progress from 'cli-progress';
import { type Imported, importIntoSpace } from '../domains/revisions/import-action.js';
import { printResult } from './output.js';
import { readFolder } from './read-folder.js';
import { withSession } from './session.js';

/** Options of `docgraph import`. */
export interface ImportOptions {
  org: string;
  title?: string;
  space?: string;
  json?: boolean;
}

/** `docgraph import DIR`: imports a folder as a new space or a new revision of one, with a progress bar on stderr. */
export async function importCommand(folder: string, options: ImportOptions): Promise<void> {
  const bar = progressBar();
  try {
    const imported = await withSession((session) =>
      importIntoSpace(session, {
        organization: options.org,
        space: options.space,
        title: options.title ?? basename(resolve(folder)).slice(0, 50),
        entries: readFolder(folder),
        onProgress: bar.update,
      }),
    );
    bar.stop();
    report(imported);
    printResult({ id: imported.spaceId }, { json: options.json, sentence: sentenceOf(imported) });
  } finally {
    bar.stop();
  }
}

function sentenceOf({ spaceId, revisionId, pages, files }: Imported): string {
  const change = revisionId ? `New revision ${revisionId}` : 'Nothing has changed';
  return `${change}: the space ${spaceId} has ${pages} pages and ${files} files.`;
}

/** Links that lead nowhere are imported as they are; people hear of them on stderr. */
function report({ brokenLinks }: Imported): void {
  if (brokenLinks.length === 0) return;
  const shown = brokenLinks.slice(0, 10).map(({ file, path }) => `  ${file} -> ${path}`);
  const more = brokenLinks.length > shown.length ? [`  and ${brokenLinks.length - shown.length} more`] : [];
  process.stderr.write(`${[`${brokenLinks.length} links lead nowhere:`, ...shown, ...more].join('\n')}\n`);
}

const labels = { read: 'reading', store: 'storing' };

/** A bar where stderr is a terminal; elsewhere nothing, so that logs stay readable. */
function progressBar(): { update(step: 'read' | 'store', done: number, total: number): void; stop(): void } {
  const format = '{step} [{bar}] {value}/{total} files, {eta} s left';
  const bar = new progress.SingleBar({ format, stream: process.stderr, noTTYOutput: false, hideCursor: true });
  let current: string | undefined;
  return {
    update(step, done, total) {
      if (current === step) bar.update(done, { step: labels[step] });
      else bar.start(total, done, { step: labels[step] });
      current = step;
    },
    stop: () => bar.stop(),
  };
}
