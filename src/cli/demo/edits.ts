import type { Manifest, Page } from '../../engine/base/types.js';
import type { RequestedChange } from '../../modules/review/change-requests/content-actions.js';
import type { DemoEdit } from './changes-file.js';
import { pageAt, readBody } from './content.js';
import type { Demo } from './demo.js';
import { readDemoText } from './demo-files.js';

/**
 * Returns the change of content that an edit in the demo files describes.
 * @throws if the page does not contain the text to replace
 */
export async function changeFor(demo: Demo, manifest: Manifest, edit: DemoEdit): Promise<RequestedChange> {
  if ('insert' in edit) {
    const document = { markdown: readDemoText(`pages/${edit.file}`) };
    return { insertPage: { title: edit.insert, into: pageAt(manifest, edit.into).id, document } };
  }
  const page = pageAt(manifest, edit.page);
  const body = await readBody(demo, page);
  if ('append' in edit) return updateText(page, `${body.trimEnd()}\n\n${edit.append}\n`);
  if (!body.includes(edit.replace)) throw new Error(`The page ${edit.page} of the demo lacks "${edit.replace}"`);
  return updateText(
    page,
    body.replace(edit.replace, () => edit.with),
  );
}

function updateText({ id }: Page, markdown: string): RequestedChange {
  return { updatePage: { page: id, document: { markdown } } };
}
