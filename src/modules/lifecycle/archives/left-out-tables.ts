import type { TableName } from '../../../platform/db/query/rows.js';

/** Tables whose rows are not in an archive, with the reason. */
export const leftOutTables: Partial<Record<TableName, string>> = {
  AccessToken: 'tokens and sessions work on one server only',
  BlockedToken: 'tokens and sessions work on one server only',
  ContentTouch: 'the content garbage collection of the other server has its own times',
  FieldUse: 'belongs to the server, not to an organization',
  IdempotencyKey: 'requests are repeated at the same server',
  Job: 'jobs are work of one server',
  Link: 'computed from the content',
  LinkHeadings: 'computed from the content',
  LinkSpace: 'computed from the content',
  Mail: 'mails are sent once, by one server',
  Notification: 'mails are sent once, by one server',
  OidcIdentity: 'people sign in on each server',
  OidcLogin: 'people sign in on each server',
  OrganizationDeletion: 'describes a deletion on one server',
  OrganizationImport: 'describes an import on one server',
  PersistedDocument: 'belongs to the server, not to an organization',
  RateWindow: 'belongs to the server, not to an organization',
  RenderedPdf: 'computed from the content',
  RetiredBootstrapToken: 'belongs to the server, not to an organization',
  SamlIdentity: 'people sign in on each server',
  SamlLogin: 'people sign in on each server',
  SearchPage: 'computed from the content',
  SearchSpace: 'computed from the content',
  SignInLink: 'people sign in on each server',
};
