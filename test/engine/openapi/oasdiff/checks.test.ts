import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { diffDocuments } from '../../../../src/engine/openapi/diff/diff-documents.js';
import { documentsForCheck } from './check-pair.js';

/**
 * Rows of the tables in docs/oasdiff-checks.md: the name of a check, its severity in oasdiff, and the verdict of our
 * comparison.
 */
const page = readFileSync(new URL('../../../../docs/oasdiff-checks.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `([a-z0-9-]+)` \| (error|warn|info) \| (.+) \|$/gm)].map(
  ([, check, level, verdict]) => [check!, level!, verdict!] as const,
);

/**
 * Checks of the document's version, which our comparison ignores. The documents of these checks must therefore also
 * differ in something that is compared.
 */
const ofVersions = new Set(['api-version-not-bumped', 'api-major-version-not-bumped']);

function verdictOf(check: string, level: string): string {
  const [before, after] = documentsForCheck(check)!;
  const { operations, schemas, isComplete } = diffDocuments(before, after, '2026-06-15');
  expect(isComplete).toBe(true);
  const all = [...operations, ...schemas];
  if (all.length === 0) return 'not judged';
  return all.some(({ isBreaking }) => isBreaking) === (level !== 'info') ? 'same' : 'different';
}

describe('the checks of oasdiff', () => {
  it('are all in the manual, each once', () => {
    expect(rows).toHaveLength(509);
    expect(new Set(rows.map(([check]) => check)).size).toBe(509);
  });

  it.each(rows)('include %s (%s), for which our verdict is: %s', (check, level, verdict) => {
    if (ofVersions.has(check)) return expect(verdict).toBe('not judged');
    expect(verdictOf(check, level)).toBe(verdict.replace(/: .+/, ''));
    if (verdict.startsWith('different')) expect(verdict).toMatch(/^different: .{10}/);
  });
});
