import { exportSpace } from '../../../../src/modules/content/folders/export-actions.js';
import type { TestApp } from '../../../support/app.js';

/** Exports a space with a sidecar that names an unknown space, as if the original space were in another database. */
export async function exportWithUnknownSpace(test: TestApp, space: string) {
  const all = await exportSpace(test.store, space, { sidecar: true });
  const unknown = (bytes: Uint8Array) => Buffer.from(bytes).toString().replace(space, 'spc_00000000000000000000000000');
  return new Map(
    all.map(({ path, bytes }) => [path, () => (path === '.docgraph.json' ? Buffer.from(unknown(bytes)) : bytes)]),
  );
}
