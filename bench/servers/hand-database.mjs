import Database from 'better-sqlite3';
import pg from 'pg';

/**
 * Opens a database for hand-written handlers. `prepare` turns a statement with `?` placeholders into a function. The
 * function returns rows on SQLite. On Postgres it returns a promise of rows and uses a named statement on a pool of ten
 * connections.
 */
export function openByHand(url) {
  return url.startsWith('file:') ? onSqlite(url.slice('file:'.length)) : onPostgres(url);
}

function onSqlite(path) {
  const database = new Database(path, { readonly: true });
  return {
    prepare(text) {
      const statement = database.prepare(text);
      return (...values) => statement.all(...values);
    },
    close: async () => void database.close(),
  };
}

function onPostgres(connectionString) {
  const pool = new pg.Pool({ connectionString, max: 10, types: { getTypeParser } });
  let count = 0;
  return {
    prepare(source) {
      let place = 0;
      const text = source.replaceAll('?', () => `$${++place}`);
      const name = `by-hand-${++count}`;
      return async (...values) => (await pool.query({ name, text, values })).rows;
    },
    close: () => pool.end(),
  };
}

/** Columns with times stay text, as in responses; counts become numbers. */
const parsers = new Map([
  [pg.types.builtins.TIMESTAMP, (text) => `${text.replace(' ', 'T').padEnd(23, text.includes('.') ? '0' : '.000')}Z`],
  [pg.types.builtins.INT8, Number],
]);

function getTypeParser(type, format) {
  return parsers.get(type) ?? pg.types.getTypeParser(type, format);
}
