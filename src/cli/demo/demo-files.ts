import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packagePath } from '../../platform/base/package-path.js';
import { type FolderEntries, readFolder } from '../folders/read-folder.js';

/** Folder of the package that has the content of the demo. */
const demoFolder = packagePath('demo');

/** Reads a YAML file of the demo. The package contains the file, so its form is not checked. */
export function readDemoYaml<Value>(name: string): Value {
  return parse(readDemoText(name)) as Value;
}

/** Reads a text file of the demo. */
export function readDemoText(name: string): string {
  return readFileSync(join(demoFolder, name), 'utf8');
}

/** Lists a folder of the demo for an import. */
export function readDemoFolder(name: string): FolderEntries {
  return readFolder(join(demoFolder, name));
}
