import { createStepBar } from '../process/progress-bar.js';
import '../../app/head-hooks.js';
import { basename, resolve } from 'node:path';
import { type ImportNotice, noticeKinds } from '../../engine/tree/outline/notices.js';
import { type Imported, importIntoSpace } from '../../modules/content/folders/import-actions.js';
import { type GitView, readCheckout } from '../folders/git-checkout.js';
import { openImportCache } from '../folders/import-cache.js';
import { listFolder, readersOf } from '../folders/read-folder.js';
import { findOptionalSpace, findOrganization } from '../objects/find-object.js';
import { printResult } from '../process/output.js';
import { type Session, withSession } from '../setup/session.js';

/** Options of `docgraph import`. */
export interface ImportOptions {
  org?: string;
  title?: string;
  space?: string;
  json?: boolean;
  /** Whether the import fails at the first problem that would lose content. Otherwise it only reports such problems. */
  strict?: boolean;
}

/**
 * `docgraph import DIR`: imports a folder as a new space, or as a new revision of an existing one, with a progress bar
 * on stderr.
 */
export async function importCommand(folder: string, options: ImportOptions): Promise<void> {
  const bar = createStepBar('{step} [{bar}] {value}/{total} files, {eta} s left', labels);
  try {
    const listedAt = Date.now();
    const files = listFolder(folder);
    const cache = openImportCache(folder, files, listedAt);
    const read = new Set<string>();
    const entries = readersOf(files, (path) => read.add(path));
    const git = await readCheckout(folder);
    const content = { entries, cachedFiles: cache.cachedFiles, checkout: git.checkout };
    const imported = await withSession(async (session) =>
      importIntoSpace(session, {
        ...(await findTarget(session, options)),
        ...content,
        title: options.title ?? basename(resolve(folder)).slice(0, 50),
        strict: options.strict,
        onProgress: bar.update,
      }),
    );
    bar.stop();
    cache.save(imported.cachedFiles);
    reportProblems(imported, git);
    const sentence = `${describeImport(imported, git)} ${read.size} of ${files.length} files were read.`;
    const { spaceId: id, pages, files: count, notices } = imported;
    printResult({ id, pages, files: count, notices }, { json: options.json, sentence });
  } finally {
    bar.stop();
  }
}

/** Returns the ids of the organization and the space to import into. */
async function findTarget({ store: { read } }: Session, { org, space }: ImportOptions) {
  const organization = await findOrganization(read, org);
  return { organization, space: await findOptionalSpace(read, space, organization) };
}

function describeImport({ spaceId, revisionId, pages, files }: Imported, git: GitView): string {
  const change = revisionId ? `New revision ${revisionId}` : 'Nothing has changed';
  const source = git.checkout ? `, from the commit ${git.checkout.commit.oid}` : '';
  return `${change}${source}: the space ${spaceId} has ${pages} pages and ${files} files.`;
}

/**
 * Reports the problems of an import on stderr: a folder without pages, a repository that git cannot read, uncommitted
 * files, and the notices by kind. A folder that is not in a repository is not a problem.
 */
function reportProblems({ notices, pages, uncommitted }: Imported, git: GitView): void {
  if (pages === 0) process.stderr.write('The folder has no Markdown: the space has no pages.\n');
  if (!git.checkout && git.isRepository) process.stderr.write(`Imported without git data: ${git.reason}\n`);
  if (git.checkout && uncommitted > 0) {
    const { oid } = git.checkout.commit;
    process.stderr.write(
      `${uncommitted} files are imported as they are, which is not as the commit ${oid} has them.\n`,
    );
  }
  for (const [kind, title] of Object.entries(noticeKinds)) {
    const lines = notices.filter((notice) => notice.kind === kind).map(formatNotice);
    reportList(title, [...new Set(lines)]);
  }
}

function formatNotice({ file, line, message }: ImportNotice): string {
  return `  ${file}${line === undefined ? '' : `:${line}`}: ${message}`;
}

function reportList(title: string, lines: string[]): void {
  if (lines.length === 0) return;
  const shown = lines.slice(0, 10);
  const more = lines.length > shown.length ? [`  and ${lines.length - shown.length} more`] : [];
  process.stderr.write(`${[`${title}: ${lines.length}`, ...shown, ...more].join('\n')}\n`);
}

const labels = { read: 'reading', store: 'storing' };
