import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { browserPackages } from './browser-files.mjs';
import { licenseListing } from './licenses.mjs';

// Bundles our modules and those of packages into a few files, so that a start reads and compiles only the code that it
// runs. The validated stored operations are written next to them as data.

const root = fileURLToPath(new URL('..', import.meta.url));

/** Modules that are loaded by file name: the command line, worker threads, and the module that a build itself runs. */
const threads = [
  'api/http/bodies/body-worker',
  'modules/content/content-work/worker',
  'modules/conversations/conversation-items',
  'modules/conversations/worker',
  'modules/pdf/worker',
  'modules/specifications/worker',
  'platform/db/sqlite/sqlite-worker',
];
const entries = ['main', ...threads, 'app/stored-operations'];

/**
 * Modules that users of the package import. `npm run generate` creates them; it also runs before the package is packed.
 */
const exportedEntries = ['generated/documents'];

/**
 * Packages that are not bundled: they read files next to their own modules, such as compiled binaries, or are loaded
 * only when needed.
 */
const externalPackages = ['better-sqlite3', 'katex', 'pg-native', 'subset-font'];

/**
 * Writes the program to a folder next to `src`, or to a folder that contains the same files as the root. The store must
 * have been generated.
 * @throws if a module is missing or a stored operation is invalid
 */
export async function bundle(folder) {
  const names = [...entries, ...exportedEntries.filter((name) => existsSync(join(root, `src/${name}.ts`)))];
  const modules = (await writeBundle(names, folder)).flatMap(({ moduleIds = [] }) => moduleIds);
  writeFileSync(join(folder, 'licenses.txt'), licenseListing([...modules, ...browserPackages()]));
  const { storedOperations } = await import(pathToFileURL(join(folder, 'app/stored-operations.js')).href);
  for (const [name, text] of Object.entries(storedOperations())) writeFileSync(join(folder, name), text);
}

/** Writes each module of `src` to its own file, such as `platform/db/open.js`, and the packages to a few files. */
export async function bundleModules(folder) {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const names = files.filter((name) => name.endsWith('.ts')).map((name) => name.slice(0, -3));
  await writeBundle(names, folder);
}

/**
 * Writes the program without its packages, for `npm run dev`. It takes half a second.
 * @returns the packages that the program imports
 */
export async function bundleForDevelopment(folder) {
  const isPackage = (id) => !/^(?:[./]|src\/)/.test(id);
  const output = await writeBundle(entries, folder, isPackage);
  const imported = new Set(output.flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports]));
  return [...imported].filter((id) => isPackage(id) && !id.endsWith('.js') && !isBuiltin(id));
}

/**
 * Removes only spaces and comments, because V8 keeps the source text of all loaded modules in memory. Names stay as
 * they are; `src/platform/base/stacks.ts` reads the positions from source maps.
 */
const minifyOptions = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

/** Writes files, each with a source map if it contains modules of ours, and returns the output of rolldown. */
async function writeBundle(names, folder, isExternal = externalPackages) {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(names.map((name) => [name, `src/${name}.ts`])),
    platform: 'node',
    external: isExternal,
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  });
  // All other files are written to the folder of the entry modules, because `packagePath` resolves paths from there.
  const { output } = await build.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: 'hidden',
    minify: minifyOptions,
  });
  await build.close();
  for (const asset of output) if (asset.fileName.endsWith('.js.map')) writeMap(join(folder, asset.fileName), asset);
  return output;
}

/**
 * Writes a source map with positions only and with paths relative to the root. A file without modules of ours gets no
 * map. `src/platform/base/stacks.ts` reads the map.
 */
function writeMap(path, { source }) {
  const { sourcesContent, ...map } = JSON.parse(source);
  const sources = map.sources.map((name) => relative(root, resolve(dirname(path), name)));
  if (sources.some((name) => name.startsWith('src/'))) writeFileSync(path, JSON.stringify({ ...map, sources }));
  else rmSync(path);
}

// Command line: `node bundle.mjs program|modules FOLDER`.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await { program: bundle, modules: bundleModules }[process.argv[2]](process.argv[3]);
}
