import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const place = /(file:\/\/[^\s()]+?\.js):(\d+):(\d+)/g;
const maps = new Map<string, SourceMap | undefined>();

/**
 * Returns a stack with source positions, such as `src/api/http/server.ts:116:3`, instead of positions in bundled files.
 * A source map is read when the first error of its file is logged. Node's `--enable-source-maps` is not used, because
 * it slows down every start and every stack.
 */
export function sourceStack(stack: string): string {
  return stack.replace(place, (bundled: string, ...[url, line, column]: string[]) => {
    const entry = mapOf(fileURLToPath(url!))?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return bundled;
    return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(file));
  return maps.get(file);
}

function readMap(file: string): SourceMap | undefined {
  const path = `${file}.map`;
  if (!existsSync(path)) return undefined;
  return new SourceMap(JSON.parse(readFileSync(path, 'utf8')));
}
