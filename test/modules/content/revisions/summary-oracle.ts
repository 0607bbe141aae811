import { posix } from 'node:path';

/** An entry of a table of contents, as a reader sees it. */
export interface Entry {
  title: string;
  /** The file, or the URL of a link; absent for a heading. */
  target?: string;
  /** Titles of the ancestors of the entry, from the heading downwards. */
  above: string[];
}

/**
 * Reads a SUMMARY.md line by line with regular expressions. It is the oracle for the parser of the importer, so it
 * shares no code with it.
 * It supports the syntax of the corpora: headings, bullets nested by indentation, entries without a bullet.
 */
export function readSummary(text: string, folder: string): Entry[] {
  const entries: Entry[] = [];
  let heading: string[] = [];
  let open: { indentation: number; title: string }[] = [];
  for (const line of text.split('\n').slice(1)) {
    const title = /^#+ (.*)$/.exec(line)?.[1];
    if (title !== undefined) {
      heading = [plain(title)];
      open = [];
      entries.push({ title: plain(title), above: [] });
    }
    const [, indentation, label, target] = /^(\s*)(?:[*-] )?\[(.*?)\]\((.*)\)\s*$/.exec(line) ?? [];
    if (label === undefined) continue;
    open = open.filter((entry) => entry.indentation < indentation!.length);
    entries.push({
      title: plain(label),
      target: targetOf(target!, folder),
      above: [...heading, ...open.map((entry) => entry.title)],
    });
    open.push({ indentation: indentation!.length, title: plain(label) });
  }
  return entries;
}

function targetOf(written: string, folder: string): string {
  const address = unescaped(written.replace(/ "mention"$/, '').replace(/^<(.*)>$/, '$1'));
  return /^https?:/.test(address) ? address : posix.join(folder, decodeURIComponent(address));
}

function plain(label: string): string {
  return unescaped(label.replace(/`/g, '').replace(/(?<!\\)\*+/g, '')).trim();
}

function unescaped(text: string): string {
  return text
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&amp;/g, '&')
    .replace(/&#x20;/g, ' ');
}
