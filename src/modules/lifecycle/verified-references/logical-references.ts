import type { TableName } from '../../../platform/db/query/rows.js';
import type { VerificationCheck } from '../verification-base/check.js';
import { findDangling } from './find-dangling.js';

/** A column with the id of a row, without a foreign key. */
interface LogicalReference {
  table: TableName;
  column: string;
  /** Tables; one of them has the row. */
  targets: readonly TableName[];
}

const reference = (table: TableName, column: string, ...targets: TableName[]): LogicalReference => ({
  table,
  column,
  targets,
});

/** Columns whose row must exist, although no foreign key requires it. */
export const logicalReferences: readonly LogicalReference[] = [
  reference('ChangeRequest', 'revisionId', 'Revision'),
  reference('ChangeRequest', 'revisionInitialId', 'Revision'),
  reference('ChangeRequest', 'revisionMergedAncestorId', 'Revision'),
  reference('ChangeRequest', 'revisionMergedId', 'Revision'),
  reference('Comment', 'revisionId', 'Revision'),
  reference('Mail', 'organizationId', 'Organization'),
  reference('Mail', 'userId', 'User'),
  reference('OpenAPISpec', 'lastVersionId', 'OpenAPISpecVersion'),
  reference('Organization', 'defaultSiteId', 'Site'),
  reference('ProviderGroup', 'providerId', 'SamlProvider', 'OidcProvider'),
  reference('Review', 'revisionId', 'Revision'),
  reference('ReviewRequest', 'revisionId', 'Revision'),
  reference('Revision', 'mergedFromId', 'ChangeRequest'),
  reference('Revision', 'mergedParentId', 'Revision'),
  reference('Revision', 'parentId', 'Revision'),
  reference('Space', 'revisionId', 'Revision'),
  reference('Translation', 'runRevisionId', 'Revision'),
  reference('Translation', 'sourceRevisionId', 'Revision'),
];

/**
 * Columns with the id of a row that may no longer exist, and columns with other ids and hashes; each with the reason.
 */
export const uncheckedColumns: Readonly<Record<string, string>> = {
  'AccessToken.hash': 'hash of a credential',
  'AccessToken.providerId': 'a session may outlast the provider that began it',
  'AccessToken.providerSessionId': 'id at the identity provider',
  'Comment.nodeId': 'the block may have left the text',
  'Comment.pageId': 'the page may have left the content',
  'ConflictResolution.conflictId': 'derived from the conflict, which has no row',
  'ContentTouch.hash': 'the content may have been collected',
  'Conversation.externalId': 'id at the client',
  'ConversationAnalysis.jobId': 'jobs expire',
  'Event.actorId': 'events stay when a service account is removed',
  'Event.changeRequestId': 'events stay when their space leaves or is removed',
  'Event.spaceId': 'events stay when their space leaves or is removed',
  'Event.targetId': 'events stay when their object is removed',
  'Event.tokenId': 'events stay when their token is removed',
  'FormerPagePath.pageId': 'the head may no longer have the page',
  'FormerSitePath.targetId': 'the section or space may be gone',
  'IdempotencyKey.hash': 'hash of a request',
  'IdempotencyKey.requestHash': 'hash of a request',
  'Job.key': 'name of the work',
  'Job.waitingKey': 'name of the work',
  'Notification.actorId': 'a service account may be removed before the mail is sent',
  'Notification.objectId': 'the object may be removed before the mail is sent',
  'ObjectDeletion.hash': 'hash of an object that no blob has',
  'ObjectDeletion.organizationId': 'the organization may be removed before its objects are deleted',
  'OidcLogin.browserHash': 'hash of a credential',
  'OidcProvider.clientId': 'id at the identity provider',
  'OrganizationDeletion.organizationId': 'the record of a deletion stays',
  'OrganizationDeletion.requestedById': 'the record of a deletion stays',
  'PersistedDocument.key': 'id at the client',
  'RateWindow.hash': 'hash of an account',
  'RenderedPdf.hash': 'hash of the input of the PDF',
  'RetiredBootstrapToken.hash': 'hash of a credential',
  'SamlIdentity.nameId': 'id at the identity provider',
  'SamlLogin.browserHash': 'hash of a credential',
  'SamlLogin.ticketHash': 'hash of a credential',
  'ShareLink.keyHash': 'hash of a credential',
  'SignInLink.hash': 'hash of a credential',
  'TranslatedPage.inputKey': 'hash of the input of a translation',
  'TranslatedPage.pageId': 'the page may have left the result',
  'TranslatedPage.sourceHash': 'hash of a text that is not stored',
  'TranslatedPage.sourcePageId': 'the page may have left the source',
  'TranslatedPage.textHash': 'the text may have been collected',
  'Translation.jobId': 'jobs expire',
  'Translation.resultRevisionId': 'the space with the result may be removed',
  'Translation.resultSpaceId': 'the space with the result may be removed',
  'Translation.runById': 'a service account may be removed',
  'TranslationMemory.key': 'hash of the input of a translation',
};

/** Finds rows whose reference without a foreign key refers to no row. */
export const checkLogicalReferences: VerificationCheck = {
  name: 'references',
  kind: 'references',
  about: 'rows that are referred to without a foreign key, such as the head of a space',
  async *find({ read }) {
    for (const { table, column, targets } of logicalReferences)
      yield* findDangling(read, {
        table,
        columns: [column],
        targets: targets.map((target) => ({ table: target, keys: ['id'] })),
      });
  },
};
