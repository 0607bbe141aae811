import type { ContentRef } from '../../../engine/base/types.js';

/** A template to apply, and the values of its placeholders (`ApplySpaceTemplate` in `openapi.json`). */
export interface TemplateApplication {
  /** Id of the space that is the template. */
  id: string;
  params?: { contentRefs?: Record<string, ContentRef> | null } | null;
}

/** An application of a template in a request. */
export interface RequestedApplication extends TemplateApplication {
  /**
   * Prefix of field names in errors: the name of the input field that contains the application, and a dot. Empty if the
   * input itself has the fields.
   */
  prefix: '' | 'template.';
  /** Whether placeholders are copied unchanged, because the copy is also a template. */
  verbatim?: true;
}

/** Content that a template is applied to. */
export interface ApplicationBase {
  organizationId: string;
  spaceId: string;
  /** Revision that the copy is added to; null for a new space. */
  revision: { id: string; rootHash: string } | null;
}
