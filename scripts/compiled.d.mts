/** Path of the folder with a module for each of the sources: `platform/db/open.js`. */
export function compiledModules(): string;
/** Path of the folder with the program as `npm run build` makes it: `main.js`. */
export function compiledProgram(): string;
