import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import type { Row } from '../../../platform/db/query/rows.js';

const GitSyncProvider = documentedEnum('GitSyncProvider', 'Address of a synchronized repository.', {
  github: 'GitHub.',
  gitlab: 'GitLab.',
  'github-legacy': 'GitHub, through the former integration.',
});

/** Authentication backend of visitors. */
export const VisitorAuthBackend = documentedEnum('VisitorAuthBackend', 'How visitors are authenticated.', {
  custom: 'A backend of the organization.',
  integration: 'An integration.',
});

/** Synchronization with a git repository, as an integration reports it. */
export interface GitSyncState {
  repoName?: string;
  installationProvider?: string;
  integration?: string;
  url?: string;
  updatedAt?: string;
}

/** Synchronization of a space with git. */
export const GitSync = builder.objectRef<GitSyncState>('GitSync').implement({
  description: 'Synchronization of a space with a git repository.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    repoName: t.exposeString('repoName', { nullable: true, description: 'Name of the repository.' }),
    installationProvider: t.expose('installationProvider', {
      type: GitSyncProvider,
      nullable: true,
      description: 'Address of the repository.',
    }),
    integration: t.exposeString('integration', { nullable: true, description: 'Integration that synchronizes.' }),
    url: t.exposeString('url', { nullable: true, description: 'Address of the repository.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: true, description: 'When it last synchronized.' }),
  }),
});

/** Authentication of a space's visitors. */
export const VisitorAuth = builder.objectRef<{ backend: string; integration?: string }>('VisitorAuth').implement({
  description: 'How visitors of the content are authenticated.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    backend: t.expose('backend', { type: VisitorAuthBackend, description: 'How visitors are authenticated.' }),
    integration: t.exposeString('integration', { nullable: true, description: 'Name of the integration.' }),
  }),
});

/** Number of change requests of a space by status, stored in the row of the space. */
export const ChangeRequestCounts = builder.objectRef<Row<'Space'>>('ChangeRequestCounts').implement({
  description: 'Counts of change requests of a space.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    total: t.exposeInt('changeRequestNumber', { description: 'All, whatever their status.' }),
    open: t.exposeInt('changeRequestsOpen', { description: 'Open ones.' }),
    draft: t.exposeInt('changeRequestsDraft', { description: 'Drafts.' }),
  }),
});
