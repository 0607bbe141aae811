import { createOrReplaceSpecification, updateSpecification } from '../../modules/specifications/actions.js';
import { actAs, type Demo } from './demo.js';
import { readDemoText } from './demo-files.js';
import { finishJobs } from './jobs.js';
import type { OrganizationFile } from './organization-file.js';

/** Registers the OpenAPI specifications. Each document becomes a version. Anyone may read the specifications. */
export async function createSpecifications(demo: Demo, specifications: OrganizationFile['specifications']) {
  const { organization } = demo;
  for (const { slug, documents, author } of specifications) {
    const name = { organization, slug };
    for (const document of documents) {
      const source = { text: readDemoText(`specifications/${document}`) };
      await createOrReplaceSpecification(actAs(demo, author), { ...name, source });
      await finishJobs(demo);
    }
    await updateSpecification(actAs(demo, author), { ...name, visibility: 'public' });
  }
}
