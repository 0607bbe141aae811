import type { Manifest } from '../../base/types.js';

/** The content of a new space. */
export const emptyManifest: Manifest = { pages: [], files: [], variables: {}, reusableContents: [], root: '' };
