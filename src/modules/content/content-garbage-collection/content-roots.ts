/**
 * A column that holds hashes of content. The garbage collection retains this content and everything that it refers to.
 */
export interface ContentRoot {
  /** Table, and the column that identifies its rows. */
  table: 'Revision' | 'Page' | 'File' | 'Comment' | 'SearchPage' | 'OpenAPISpec' | 'OpenAPISpecVersion' | 'Translation';
  key: string;
  column: string;
  /** Table of the content that the hashes identify. */
  of: 'TreeNode' | 'Blob';
}

/**
 * All columns that hold hashes of content. A test fails for a hash column that is neither here nor listed with another
 * meaning.
 */
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
