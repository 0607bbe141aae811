import type { ReusableContent } from '../../base/types.js';
import { type PageSource, titleOf } from '../outline/page-source.js';

/**
 * Returns the shared texts of a folder. A file keeps its id as long as its path is the same. Texts without a file,
 * which were created through the API, stay.
 */
export function sharedTexts(
  sources: ReadonlyMap<string, PageSource>,
  previous: readonly ReusableContent[],
  newId: () => string,
): ReusableContent[] {
  const before = new Map(previous.map((content) => [content.file, content.id]));
  const ofFiles = [...sources].map(([file, source]) => ({
    id: before.get(file) ?? newId(),
    title: titleOf(source),
    blob: source.blob,
    file,
  }));
  return [...previous.filter(({ file }) => file === undefined), ...ofFiles];
}
