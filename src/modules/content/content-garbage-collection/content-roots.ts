/**
 * A column that holds hashes of content. The garbage collection retains this content and everything that it refers to.
 */
export interface ContentRoot {
  /** Table, and the column that identifies its rows. */
  table: 'Revision' | 'Page' | 'File' | 'Comment' | 'SearchPage' | 'OpenAPISpec' | 'OpenAPISpecVersion' | 'Translation';
  key: string;
  column: string;
  /** Table of the content that the hashes identify. */
  contentTable: 'TreeNode' | 'Blob';
}

/**
 * All columns that hold hashes of content. A test fails for a hash column that is neither in this list nor in the list
 * of columns with other hashes.
 */
export const contentRoots: readonly ContentRoot[] = [
  { table: 'Revision', key: 'id', column: 'rootHash', contentTable: 'TreeNode' },
  { table: 'Page', key: 'id', column: 'blobHash', contentTable: 'Blob' },
  { table: 'File', key: 'id', column: 'blobHash', contentTable: 'Blob' },
  { table: 'Comment', key: 'id', column: 'blob', contentTable: 'Blob' },
  { table: 'OpenAPISpec', key: 'id', column: 'sourceBlobHash', contentTable: 'Blob' },
  { table: 'OpenAPISpecVersion', key: 'id', column: 'blobHash', contentTable: 'Blob' },
  { table: 'Translation', key: 'id', column: 'machineRootHash', contentTable: 'TreeNode' },
  { table: 'SearchPage', key: 'pageId', column: 'blobHash', contentTable: 'Blob' },
];
