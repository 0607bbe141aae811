/** Packs the sources into a folder. Returns the path of the packed file. */
export function pack(folder: string): Promise<string>;

/**
 * Serves a packed file from a registry in this process. It redirects all other requests to the registry that npm uses.
 */
export function publish(file: string): Promise<{ registry: string; close(): void }>;

/** Options of the installation. */
export interface InstallOptions {
  registry: string;
  /** Path of the Node program that runs npm; default: the one that runs this process. */
  node?: string;
  /** More arguments of `npm install`. */
  args?: string[];
}

/**
 * Installs the published package into a folder. Returns the folder of the package, its command, and the lines that npm
 * printed.
 */
export function install(
  folder: string,
  options: InstallOptions,
): Promise<{ package: string; command: string; printed: string[] }>;
