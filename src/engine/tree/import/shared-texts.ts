import type { ReusableContent } from '../../base/types.js';
import { type PageSource, titleOf } from '../outline/page-source.js';

/**
 * The texts that the pages of a folder share: a file keeps its id as long as it has its path. Those that no file has, which
 * the API made, stay.
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
