/** Compiles each source to a module, such as `platform/db/open.js`. Returns the path of the folder. */
export function compiledModules(): string;
/** Compiles the program as `npm run build` does, with the entry module `main.js`. Returns the path of the folder. */
export function compiledProgram(): string;
