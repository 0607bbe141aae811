/** A column that holds hashes of content: what stands in it, and what that names, is kept. */
export interface ContentRoot {
  /** Table, and the column that tells its rows apart. */
  table: 'Revision' | 'Page' | 'File' | 'Comment' | 'SearchPage' | 'OpenAPISpec' | 'OpenAPISpecVersion' | 'Translation';
  key: string;
  column: string;
  /** What the hashes are of. */
  of: 'TreeNode' | 'Blob';
}

/** All columns that hold hashes of content. A test refuses one that is neither here nor among those of another meaning. */
export const contentRoots: readonly ContentRoot[] = [
  { table: 'Revision', key: 'id', column: 'rootHash', of: 'TreeNode' },
  { table: 'Page', key: 'id', column: 'blobHash', of: 'Blob' },
  { table: 'File', key: 'id', column: 'blobHash', of: 'Blob' },
  { table: 'Comment', key: 'id', column: 'blob', of: 'Blob' },
  { table: 'OpenAPISpec', key: 'id', column: 'sourceBlobHash', of: 'Blob' },
  { table: 'OpenAPISpecVersion', key: 'id', column: 'blobHash', of: 'Blob' },
  { table: 'Translation', key: 'id', column: 'machineRootHash', of: 'TreeNode' },
  { table: 'SearchPage', key: 'pageId', column: 'blobHash', of: 'Blob' },
];
