import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { browserPackages } from './browser-files.mjs';
import { licensesOf } from './licenses.mjs';

// The program as it is run: few files that hold our modules and those of the packages, so that a start reads and
// compiles what it runs and nothing else. Beside them stand the stored operations, checked, as plain data.

const root = fileURLToPath(new URL('..', import.meta.url));

/** What is loaded by its name: the command line, threads, and what a build itself asks. */
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

/** What others import; it is there once `npm run generate` has made it, as before a package is packed. */
const exported = ['generated/documents'];

/** Packages that find files of their own beside themselves, compiled ones among them, and one that is loaded when it is needed. */
const external = ['better-sqlite3', 'katex', 'pg-native', 'subset-font'];

/**
 * Writes the program to a folder beside `src`, or one with the same neighbours. The store must have been generated.
 * @throws where a module is missing, or a stored operation is not sound.
 */
export async function bundle(folder) {
  const names = [...entries, ...exported.filter((name) => existsSync(join(root, `src/${name}.ts`)))];
  const modules = (await write(names, folder)).flatMap(({ moduleIds = [] }) => moduleIds);
  writeFileSync(join(folder, 'licenses.txt'), licensesOf([...modules, ...browserPackages()]));
  const { storedOperations } = await import(pathToFileURL(join(folder, 'app/stored-operations.js')).href);
  for (const [name, text] of Object.entries(storedOperations())) writeFileSync(join(folder, name), text);
}

/** Writes every module of ours to a file of its own, `platform/db/open.js`, with the packages in few. */
export async function bundleModules(folder) {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const names = files.filter((name) => name.endsWith('.ts')).map((name) => name.slice(0, -3));
  await write(names, folder);
}

/**
 * Writes the program without its packages, for `npm run dev`: in half a second.
 * @returns the packages that it imports.
 */
export async function bundleForDevelopment(folder) {
  const isPackage = (id) => !/^(?:[./]|src\/)/.test(id);
  const output = await write(entries, folder, isPackage);
  const imported = new Set(output.flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports]));
  return [...imported].filter((id) => isPackage(id) && !id.endsWith('.js') && !isBuiltin(id));
}

/** Without spaces and comments: V8 keeps the text of all that is loaded. Names stay, and `src/platform/base/stacks.ts` reads the places from maps. */
const shorter = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

/** Writes files, with a map for each that has modules of ours, and returns rolldown's output. */
async function write(names, folder, isExternal = external) {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(names.map((name) => [name, `src/${name}.ts`])),
    platform: 'node',
    external: isExternal,
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  });
  // All other files are beside the entries of the first level: `packagePath` counts from there.
  const { output } = await build.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: 'hidden',
    minify: shorter,
  });
  await build.close();
  for (const asset of output) if (asset.fileName.endsWith('.js.map')) writeMap(join(folder, asset.fileName), asset);
  return output;
}

/** Writes a source map with the places alone, named from the root; files without modules of ours get none. `src/platform/base/stacks.ts` reads it. */
function writeMap(path, { source }) {
  const { sourcesContent, ...map } = JSON.parse(source);
  const sources = map.sources.map((name) => relative(root, resolve(dirname(path), name)));
  if (sources.some((name) => name.startsWith('src/'))) writeFileSync(path, JSON.stringify({ ...map, sources }));
  else rmSync(path);
}

// As a program: `node bundle.mjs program|modules FOLDER`.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await { program: bundle, modules: bundleModules }[process.argv[2]](process.argv[3]);
}
