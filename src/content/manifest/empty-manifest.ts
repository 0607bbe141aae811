import type { Manifest } from '../types.js';

/** The content of a new space. */
export const emptyManifest: Manifest = { pages: [], files: [], variables: {}, reusableContents: [], root: '' };
