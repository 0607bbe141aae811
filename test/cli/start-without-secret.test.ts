import { expect, it } from 'vitest';
import { docgraph } from '../support/command-line.js';
import { emptyDatabase, provider } from '../support/database.js';

it.runIf(provider === 'postgresql')('a start on Postgres without a secret is refused', async () => {
  const ran = await docgraph(['start'], { DATABASE_URL: await emptyDatabase() });
  expect(ran).toEqual({
    code: 78,
    stdout: '',
    stderr:
      'docgraph: SECRET or SECRET_FILE must be set (32 bytes or more, the same for every instance) on Postgres (got neither)\n',
  });
});
