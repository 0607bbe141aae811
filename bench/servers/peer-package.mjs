import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Loads a package from the folder of the peers' packages. Returns its exports, as `require` does. */
export async function loadPeer(folder, name) {
  const path = createRequire(join(folder, 'package.json')).resolve(name);
  const module = await import(pathToFileURL(path).href);
  return module.default ?? module;
}
