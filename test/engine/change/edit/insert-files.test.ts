import { describe, expect, it } from 'vitest';
import { insertFiles } from '../../../../src/engine/change/edit/insert-files.js';
import { context, errorMessageOf, start } from './edits.js';

const insertion = (name: string, id = name) => ({ id, name, bytes: new Uint8Array([1, 2]), contentType: 'image/png' });

describe('inserting files', () => {
  it('adds files below the content root, and a number to a name that is taken', () => {
    const { manifest, files, blobs } = insertFiles(
      { ...start, root: 'docs' },
      [insertion('a.png', 'x'), insertion('A.png', 'y')],
      context,
    );
    expect(files!.map(({ path }) => path)).toEqual(['docs/.gitbook/assets/a.png', 'docs/.gitbook/assets/A-2.png']);
    expect(files![1]).toMatchObject({ id: 'y', name: 'A.png', size: 2, contentType: 'image/png' });
    expect(blobs.get(files![0]!.blob)).toEqual(new Uint8Array([1, 2]));
    expect(manifest.files.map(({ id }) => id)).toEqual(['y', 'x']);
  });

  it('refuses invalid file names', () => {
    const refused = (name: string) =>
      errorMessageOf(() => insertFiles(start, [insertion('ok'), insertion(name)], context));
    expect(refused('')).toBe('changes/0/files/1/name: `name` must have 1 to 256 characters (got 0)');
    for (const name of ['a/b', 'a\\b', '.', '..', '.git', 'a\nb', 'a\0', '\uDC00'])
      expect(refused(name)).toMatch(/^changes\/0\/files\/1\/name: /);
    expect(refused('x'.repeat(257))).toContain('got 257');
  });
});
