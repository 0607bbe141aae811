import type { ContentRef } from '../../../engine/base/types.js';

/** A template to apply, and what its placeholders stand for (`ApplySpaceTemplate` of the contract). */
export interface TemplateApplication {
  /** Id of the space that is the template. */
  id: string;
  params?: { contentRefs?: Record<string, ContentRef> | null } | null;
}

/** An application as a request has it. */
export interface RequestedApplication extends TemplateApplication {
  /** Name of the member that holds it, with a dot behind it; empty where its members are the request's own. */
  prefix: '' | 'template.';
  /** Whether placeholders are copied as they are, for a copy that is a template as well. */
  verbatim?: true;
}

/** What a template is applied to: the content that the copy is made on. */
export interface ApplicationBase {
  organizationId: string;
  spaceId: string;
  /** The revision that the copy follows; null for a space that is still to be made. */
  revision: { id: string; rootHash: string } | null;
}
