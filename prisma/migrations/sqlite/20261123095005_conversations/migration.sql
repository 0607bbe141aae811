-- CreateTable
CREATE TABLE "Conversation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "externalId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "subject" TEXT,
    "source" TEXT NOT NULL,
    "sourceUrl" TEXT,
    "attributes" JSONB,
    "metadataCreatedAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    "ingestedAt" DATETIME NOT NULL,
    "processedAt" DATETIME,
    "size" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    CONSTRAINT "Conversation_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ConversationText" (
    "conversationId" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "parts" JSONB NOT NULL,
    CONSTRAINT "ConversationText_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ConversationText_organizationId_conversationId_fkey" FOREIGN KEY ("organizationId", "conversationId") REFERENCES "Conversation" ("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ConversationIssue" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "conversationId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "quotes" JSONB NOT NULL,
    "source" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "ingestedAt" DATETIME NOT NULL,
    "week" INTEGER NOT NULL,
    "clusterId" TEXT,
    CONSTRAINT "ConversationIssue_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ConversationIssue_organizationId_conversationId_fkey" FOREIGN KEY ("organizationId", "conversationId") REFERENCES "Conversation" ("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ConversationIssue_organizationId_clusterId_fkey" FOREIGN KEY ("organizationId", "clusterId") REFERENCES "ConversationsIssuesCluster" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ConversationIssueVector" (
    "issueId" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "maker" TEXT NOT NULL,
    "bytes" BLOB NOT NULL,
    CONSTRAINT "ConversationIssueVector_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ConversationIssueVector_organizationId_issueId_fkey" FOREIGN KEY ("organizationId", "issueId") REFERENCES "ConversationIssue" ("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ConversationsIssuesCluster" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "icon" TEXT NOT NULL,
    "issueCount" INTEGER NOT NULL,
    "conversationCount" INTEGER NOT NULL,
    "analysis" TEXT,
    "basis" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "ConversationsIssuesCluster_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ConversationAnalysis" (
    "organizationId" TEXT NOT NULL PRIMARY KEY,
    "lastNumber" INTEGER NOT NULL,
    "removals" INTEGER NOT NULL,
    "jobId" TEXT,
    CONSTRAINT "ConversationAnalysis_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ConversationGrouping" (
    "organizationId" TEXT NOT NULL PRIMARY KEY,
    "number" INTEGER NOT NULL,
    "removals" INTEGER NOT NULL,
    "maker" TEXT NOT NULL,
    "clusters" JSONB NOT NULL,
    "bytes" BLOB NOT NULL,
    CONSTRAINT "ConversationGrouping_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_ChangeRequest" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "spaceId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "description" JSONB,
    "createdById" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "revisionId" TEXT NOT NULL,
    "revisionInitialId" TEXT NOT NULL,
    "revisionMergedAncestorId" TEXT,
    "revisionMergedId" TEXT,
    "conversationsIssuesClusterId" TEXT,
    "edits" INTEGER NOT NULL DEFAULT 0,
    "commentsOpen" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "ChangeRequest_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ChangeRequest_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ChangeRequest_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ChangeRequest_organizationId_conversationsIssuesClusterId_fkey" FOREIGN KEY ("organizationId", "conversationsIssuesClusterId") REFERENCES "ConversationsIssuesCluster" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_ChangeRequest" ("commentsOpen", "conversationsIssuesClusterId", "createdAt", "createdById", "description", "edits", "id", "number", "organizationId", "revisionId", "revisionInitialId", "revisionMergedAncestorId", "revisionMergedId", "spaceId", "status", "subject", "updatedAt") SELECT "commentsOpen", "conversationsIssuesClusterId", "createdAt", "createdById", "description", "edits", "id", "number", "organizationId", "revisionId", "revisionInitialId", "revisionMergedAncestorId", "revisionMergedId", "spaceId", "status", "subject", "updatedAt" FROM "ChangeRequest";
DROP TABLE "ChangeRequest";
ALTER TABLE "new_ChangeRequest" RENAME TO "ChangeRequest";
CREATE INDEX "ChangeRequest_spaceId_id_idx" ON "ChangeRequest"("spaceId", "id" DESC);
CREATE INDEX "ChangeRequest_spaceId_status_id_idx" ON "ChangeRequest"("spaceId", "status", "id" DESC);
CREATE INDEX "ChangeRequest_spaceId_createdById_id_idx" ON "ChangeRequest"("spaceId", "createdById", "id" DESC);
CREATE INDEX "ChangeRequest_organizationId_status_id_idx" ON "ChangeRequest"("organizationId", "status", "id" DESC);
CREATE INDEX "ChangeRequest_organizationId_createdById_id_idx" ON "ChangeRequest"("organizationId", "createdById", "id" DESC);
CREATE INDEX "ChangeRequest_createdById_id_idx" ON "ChangeRequest"("createdById", "id" DESC);
CREATE INDEX "ChangeRequest_conversationsIssuesClusterId_id_idx" ON "ChangeRequest"("conversationsIssuesClusterId", "id" DESC);
CREATE UNIQUE INDEX "ChangeRequest_organizationId_id_key" ON "ChangeRequest"("organizationId", "id");
CREATE UNIQUE INDEX "ChangeRequest_spaceId_number_key" ON "ChangeRequest"("spaceId", "number");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE INDEX "Conversation_organizationId_id_idx" ON "Conversation"("organizationId", "id" DESC);

-- CreateIndex
CREATE INDEX "Conversation_organizationId_source_id_idx" ON "Conversation"("organizationId", "source", "id" DESC);

-- CreateIndex
CREATE INDEX "Conversation_organizationId_processedAt_number_idx" ON "Conversation"("organizationId", "processedAt", "number");

-- CreateIndex
CREATE UNIQUE INDEX "Conversation_organizationId_id_key" ON "Conversation"("organizationId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Conversation_organizationId_externalId_key" ON "Conversation"("organizationId", "externalId");

-- CreateIndex
CREATE UNIQUE INDEX "Conversation_organizationId_number_key" ON "Conversation"("organizationId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "ConversationText_organizationId_conversationId_key" ON "ConversationText"("organizationId", "conversationId");

-- CreateIndex
CREATE INDEX "ConversationIssue_organizationId_id_idx" ON "ConversationIssue"("organizationId", "id" DESC);

-- CreateIndex
CREATE INDEX "ConversationIssue_conversationId_id_idx" ON "ConversationIssue"("conversationId", "id" DESC);

-- CreateIndex
CREATE INDEX "ConversationIssue_clusterId_id_idx" ON "ConversationIssue"("clusterId", "id" DESC);

-- CreateIndex
CREATE INDEX "ConversationIssue_clusterId_week_source_idx" ON "ConversationIssue"("clusterId", "week", "source");

-- CreateIndex
CREATE UNIQUE INDEX "ConversationIssue_organizationId_id_key" ON "ConversationIssue"("organizationId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ConversationIssue_organizationId_number_position_key" ON "ConversationIssue"("organizationId", "number", "position");

-- CreateIndex
CREATE UNIQUE INDEX "ConversationIssueVector_organizationId_issueId_key" ON "ConversationIssueVector"("organizationId", "issueId");

-- CreateIndex
CREATE INDEX "ConversationsIssuesCluster_organizationId_id_idx" ON "ConversationsIssuesCluster"("organizationId", "id" DESC);

-- CreateIndex
CREATE INDEX "ConversationsIssuesCluster_organizationId_updatedAt_id_idx" ON "ConversationsIssuesCluster"("organizationId", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ConversationsIssuesCluster_organizationId_issueCount_id_idx" ON "ConversationsIssuesCluster"("organizationId", "issueCount" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ConversationsIssuesCluster_organizationId_conversationCount_id_idx" ON "ConversationsIssuesCluster"("organizationId", "conversationCount" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "ConversationsIssuesCluster_organizationId_id_key" ON "ConversationsIssuesCluster"("organizationId", "id");
