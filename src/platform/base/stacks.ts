import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const framePosition = /(file:\/\/[^\s()]+?\.js):(\d+):(\d+)/g;
const maps = new Map<string, SourceMap | undefined>();

/**
 * Converts the positions of a stack trace from bundled files to sources, such as `src/api/http/server.ts:116:3`. The
 * source map of a file is read when an error from this file is logged for the first time. Node's `--enable-source-maps`
 * is not used, because it slows down every start and every stack trace.
 */
export function sourceStack(stack: string): string {
  return stack.replace(framePosition, (bundled: string, ...[url, line, column]: string[]) => {
    const entry = sourceMapOf(fileURLToPath(url!))?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return bundled;
    return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

function sourceMapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(file));
  return maps.get(file);
}

function readMap(file: string): SourceMap | undefined {
  const path = `${file}.map`;
  if (!existsSync(path)) return undefined;
  return new SourceMap(JSON.parse(readFileSync(path, 'utf8')));
}
