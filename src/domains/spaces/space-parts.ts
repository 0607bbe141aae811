import { embedded } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';
import { documentedEnum } from '../../graphql/enums.js';

const GitSyncProvider = documentedEnum('GitSyncProvider', 'Where a synchronized repository lives.', {
  github: 'GitHub.',
  gitlab: 'GitLab.',
  'github-legacy': 'GitHub, through the old integration.',
});

const VisitorAuthBackend = documentedEnum('VisitorAuthBackend', 'What authenticates visitors.', {
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
  extensions: { guard: embedded },
  fields: (t) => ({
    repoName: t.exposeString('repoName', { nullable: true, description: 'Name of the repository.' }),
    installationProvider: t.expose('installationProvider', {
      type: GitSyncProvider,
      nullable: true,
      description: 'Where the repository lives.',
    }),
    integration: t.exposeString('integration', { nullable: true, description: 'Integration that synchronizes.' }),
    url: t.exposeString('url', { nullable: true, description: 'Address of the repository.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: true, description: 'When it last synchronized.' }),
  }),
});

/** How visitors of a space are authenticated. */
export const VisitorAuth = builder.objectRef<{ backend: string; integration?: string }>('VisitorAuth').implement({
  description: 'How visitors of the content are authenticated.',
  extensions: { guard: embedded },
  fields: (t) => ({
    backend: t.expose('backend', { type: VisitorAuthBackend, description: 'What authenticates them.' }),
    integration: t.exposeString('integration', { nullable: true, description: 'The integration that does.' }),
  }),
});

/** Numbers of change requests of a space. */
export interface Counts {
  total: number;
  open: number;
  draft: number;
}

/** Numbers of change requests of a space, by status. */
export const ChangeRequestCounts = builder.objectRef<Counts>('ChangeRequestCounts').implement({
  description: 'Numbers of change requests of a space.',
  extensions: { guard: embedded },
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All, whatever their status.' }),
    open: t.exposeInt('open', { description: 'Those that are open.' }),
    draft: t.exposeInt('draft', { description: 'Those that are drafts.' }),
  }),
});
