import { expect, it } from 'vitest';
import { spanTable } from '../../src/platform/tracing/span-table.js';
import { rowsOf } from './pages.js';

it('the manual lists every type of span with its name, kind, attributes and events', () => {
  const codes = (names: readonly string[]) =>
    names.length === 0 ? '–' : names.map((name) => `\`${name}\``).join(', ');
  const rows = Object.entries(spanTable).map(([type, row]) => {
    const events = 'events' in row ? row.events : [];
    return [type, row.name, row.kind, codes(row.attributes), codes(events)].map((cell) =>
      cell.replace(/^`([^`]*)`$/, '$1'),
    );
  });
  const types = new RegExp(`^(${Object.keys(spanTable).join('|')})$`);
  const listed = rowsOf('docs/tracing.md', types).filter((cells) => cells.length === 5);
  expect(listed).toEqual(rows);
});
