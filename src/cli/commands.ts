/**
 * Functions that load the commands. A command is loaded only when it runs: `docgraph import`, for example, loads
 * neither the GraphQL schema nor the server.
 */
export const commands = {
  start: async () => (await import('./commands/start-command.js')).startCommand,
  demo: async () => (await import('./commands/demo-command.js')).demoCommand,
  migrate: async () => (await import('./commands/migrate-command.js')).migrateCommand,
  doctor: async () => (await import('./commands/doctor-command.js')).doctorCommand,
  createOrganization: async () => (await import('./commands/organization-command.js')).createOrganizationCommand,
  updateOrganization: async () => (await import('./commands/organization-command.js')).updateOrganizationCommand,
  deleteOrganization: async () =>
    (await import('./commands/organization-deletion-command.js')).deleteOrganizationCommand,
  restoreOrganization: async () =>
    (await import('./commands/organization-deletion-command.js')).restoreOrganizationCommand,
  exportOrganization: async () => (await import('./commands/archive-command.js')).exportOrganizationCommand,
  importOrganization: async () => (await import('./commands/import-archive-command.js')).importOrganizationCommand,
  listOrganizations: async () => (await import('./commands/list-command.js')).listOrganizationsCommand,
  listUsers: async () => (await import('./commands/list-command.js')).listUsersCommand,
  listSpaces: async () => (await import('./commands/list-command.js')).listSpacesCommand,
  listSites: async () => (await import('./commands/list-command.js')).listSitesCommand,
  listMembers: async () => (await import('./commands/list-command.js')).listMembersCommand,
  listTeams: async () => (await import('./commands/list-command.js')).listTeamsCommand,
  showOrganization: async () => (await import('./commands/show-command.js')).showOrganizationCommand,
  showSpace: async () => (await import('./commands/show-command.js')).showSpaceCommand,
  showSite: async () => (await import('./commands/show-command.js')).showSiteCommand,
  showUser: async () => (await import('./commands/show-command.js')).showUserCommand,
  showMember: async () => (await import('./commands/show-command.js')).showMemberCommand,
  showTeam: async () => (await import('./commands/show-command.js')).showTeamCommand,
  confirmSite: async () => (await import('./commands/site-command.js')).confirmSiteCommand,
  listJobs: async () => (await import('./commands/jobs-command.js')).listJobsCommand,
  replayJob: async () => (await import('./commands/jobs-command.js')).replayJobCommand,
  runSchedules: async () => (await import('./commands/jobs-command.js')).runSchedulesCommand,
  listMails: async () => (await import('./commands/mail-command.js')).listMailsCommand,
  showMail: async () => (await import('./commands/mail-command.js')).showMailCommand,
  createUser: async () => (await import('./commands/user-command.js')).createUserCommand,
  verifyUser: async () => (await import('./commands/user-command.js')).verifyUserCommand,
  disableUser: async () => (await import('./commands/leaving-command.js')).disableUserCommand,
  enableUser: async () => (await import('./commands/leaving-command.js')).enableUserCommand,
  createServiceAccount: async () => (await import('./commands/service-account-command.js')).createServiceAccountCommand,
  listServiceAccounts: async () => (await import('./commands/service-account-command.js')).listServiceAccountsCommand,
  eraseUser: async () => (await import('./commands/erase-command.js')).eraseUserCommand,
  createToken: async () => (await import('./commands/token-command.js')).createTokenCommand,
  listTokens: async () => (await import('./commands/token-command.js')).listTokensCommand,
  bootstrapToken: async () => (await import('./commands/token-command.js')).bootstrapTokenCommand,
  revokeToken: async () => (await import('./commands/token-command.js')).revokeTokenCommand,
  listSessions: async () => (await import('./commands/session-command.js')).listSessionsCommand,
  revokeSession: async () => (await import('./commands/session-command.js')).revokeSessionCommand,
  listProviders: async () => (await import('./commands/sso-command.js')).listProvidersCommand,
  createOidcProvider: async () => (await import('./commands/sso-command.js')).createOidcProviderCommand,
  updateOidcProvider: async () => (await import('./commands/sso-command.js')).updateOidcProviderCommand,
  deleteProvider: async () => (await import('./commands/sso-command.js')).deleteProviderCommand,
  events: async () => (await import('./commands/events-command.js')).eventsCommand,
  import: async () => (await import('./commands/import-command.js')).importCommand,
  export: async () => (await import('./commands/export-command.js')).exportCommand,
  rebuildLinks: async () => (await import('./commands/links-command.js')).rebuildLinksCommand,
  rebuildSearch: async () => (await import('./commands/search-command.js')).rebuildSearchCommand,
  rotateSecrets: async () => (await import('./commands/secrets-command.js')).rotateSecretsCommand,
  uploadDocuments: async () => (await import('./commands/documents-command.js')).uploadDocumentsCommand,
  listDocuments: async () => (await import('./commands/documents-command.js')).listDocumentsCommand,
  completion: async () => (await import('./commands/completion-command.js')).completionCommand,
  schema: async () => (await import('./commands/schema-command.js')).schemaCommand,
  checkSchema: async () => (await import('./commands/schema-check-command.js')).checkSchemaCommand,
};

/** Returns an action for the library commander. It loads the command, and calls it with its arguments and options. */
export function lazyAction<Parameters extends unknown[]>(load: () => Promise<(...parameters: Parameters) => unknown>) {
  return async (...parameters: Parameters): Promise<void> => void (await (await load())(...parameters));
}
