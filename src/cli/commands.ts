/** The code of each command. It is loaded when the command runs: an import needs neither the graph nor the server. */
export const commands = {
  start: async () => (await import('./start-command.js')).startCommand,
  migrate: async () => (await import('./migrate-command.js')).migrateCommand,
  createOrganization: async () => (await import('./organization-command.js')).createOrganizationCommand,
  updateOrganization: async () => (await import('./organization-command.js')).updateOrganizationCommand,
  confirmSite: async () => (await import('./site-command.js')).confirmSiteCommand,
  listJobs: async () => (await import('./jobs-command.js')).listJobsCommand,
  replayJob: async () => (await import('./jobs-command.js')).replayJobCommand,
  runSchedules: async () => (await import('./jobs-command.js')).runSchedulesCommand,
  createUser: async () => (await import('./user-command.js')).createUserCommand,
  verifyUser: async () => (await import('./user-command.js')).verifyUserCommand,
  disableUser: async () => (await import('./user-command.js')).disableUserCommand,
  enableUser: async () => (await import('./user-command.js')).enableUserCommand,
  createToken: async () => (await import('./token-command.js')).createTokenCommand,
  listTokens: async () => (await import('./token-command.js')).listTokensCommand,
  bootstrapToken: async () => (await import('./token-command.js')).bootstrapTokenCommand,
  revokeToken: async () => (await import('./token-command.js')).revokeTokenCommand,
  events: async () => (await import('./events-command.js')).eventsCommand,
  import: async () => (await import('./import-command.js')).importCommand,
  export: async () => (await import('./export-command.js')).exportCommand,
  rebuildLinks: async () => (await import('./links-command.js')).rebuildLinksCommand,
  rebuildSearch: async () => (await import('./search-command.js')).rebuildSearchCommand,
  rotateSecrets: async () => (await import('./secrets-command.js')).rotateSecretsCommand,
  uploadDocuments: async () => (await import('./documents-command.js')).uploadDocumentsCommand,
  listDocuments: async () => (await import('./documents-command.js')).listDocumentsCommand,
  schema: async () => (await import('./schema-command.js')).schemaCommand,
  checkSchema: async () => (await import('./schema-check-command.js')).checkSchemaCommand,
};

/** Makes what commander calls: it loads the command and passes its arguments and options on. */
export function lazily<Parameters extends unknown[]>(load: () => Promise<(...parameters: Parameters) => unknown>) {
  return async (...parameters: Parameters): Promise<void> => void (await (await load())(...parameters));
}
