import type { ContentRef } from '../../../engine/base/types.js';

/** A template to apply, and the values of its placeholders (`ApplySpaceTemplate` of the contract). */
export interface TemplateApplication {
  /** Id of the space that is the template. */
  id: string;
  params?: { contentRefs?: Record<string, ContentRef> | null } | null;
}

/** An application of a template in a request. */
export interface RequestedApplication extends TemplateApplication {
  /**
   * Name of the request's member that contains the application, with a dot after it; empty if the request itself has
   * its members.
   */
  prefix: '' | 'template.';
  /** Whether placeholders are copied unchanged, because the copy is also a template. */
  verbatim?: true;
}

/** Content to which a template is applied. */
export interface ApplicationBase {
  organizationId: string;
  spaceId: string;
  /** The parent revision of the copy; null for a new space. */
  revision: { id: string; rootHash: string } | null;
}
