import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the licenses of the packages that a program contains, as one text. Each entry has the name and version of a
 * package, then its files that contain the license and the authors.
 * @param modules paths of modules; those outside of node_modules are ignored
 */
export function licenseListing(modules) {
  const folders = new Set(modules.filter((path) => path.includes('/node_modules/')).map(packageFolder));
  const texts = [...folders].map((folder) => [nameAndLicense(folder), licenseTexts(folder).join('\n\n')]);
  return [...new Map(texts)]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, text]) => `${name}\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/**
 * Returns the folder of a module's package. Some packages have a second package.json, without a version, in a
 * subfolder; it is skipped.
 */
function packageFolder(path) {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version) return folder;
  }
}

function nameAndLicense(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${name} ${version} (${license})`;
}

function licenseTexts(folder) {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|notice|copying)([.-].*)?$/i.test(name));
  return names.map((name) => readFileSync(join(folder, name), 'utf8').trim());
}
