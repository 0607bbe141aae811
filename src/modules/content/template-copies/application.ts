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

/** Content to which a template is applied. */
export interface ApplicationBase {
  organizationId: string;
  spaceId: string;
  /** Revision to which the copy is added; null for a new space. */
  revision: { id: string; rootHash: string } | null;
}
