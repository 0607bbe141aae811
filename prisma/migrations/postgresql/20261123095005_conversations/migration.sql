-- CreateTable
CREATE TABLE "Conversation" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "externalId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "subject" TEXT,
    "source" TEXT NOT NULL,
    "sourceUrl" TEXT,
    "attributes" JSONB,
    "metadataCreatedAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL,
    "ingestedAt" TIMESTAMP(3) NOT NULL,
    "processedAt" TIMESTAMP(3),
    "size" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,

    CONSTRAINT "Conversation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ConversationText" (
    "conversationId" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "parts" JSONB NOT NULL,

    CONSTRAINT "ConversationText_pkey" PRIMARY KEY ("conversationId")
);

-- CreateTable
CREATE TABLE "ConversationIssue" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "conversationId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "quotes" JSONB NOT NULL,
    "source" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "ingestedAt" TIMESTAMP(3) NOT NULL,
    "week" INTEGER NOT NULL,
    "clusterId" TEXT,

    CONSTRAINT "ConversationIssue_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ConversationIssueVector" (
    "issueId" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "maker" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "ConversationIssueVector_pkey" PRIMARY KEY ("issueId")
);

-- CreateTable
CREATE TABLE "ConversationsIssuesCluster" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "icon" TEXT NOT NULL,
    "issueCount" INTEGER NOT NULL,
    "conversationCount" INTEGER NOT NULL,
    "analysis" TEXT,
    "basis" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ConversationsIssuesCluster_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ConversationAnalysis" (
    "organizationId" TEXT NOT NULL,
    "lastNumber" INTEGER NOT NULL,
    "removals" INTEGER NOT NULL,
    "jobId" TEXT,

    CONSTRAINT "ConversationAnalysis_pkey" PRIMARY KEY ("organizationId")
);

-- CreateTable
CREATE TABLE "ConversationGrouping" (
    "organizationId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "removals" INTEGER NOT NULL,
    "maker" TEXT NOT NULL,
    "clusters" JSONB NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "ConversationGrouping_pkey" PRIMARY KEY ("organizationId")
);

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
CREATE INDEX "ConversationsIssuesCluster_organizationId_conversationCount_idx" ON "ConversationsIssuesCluster"("organizationId", "conversationCount" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "ConversationsIssuesCluster_organizationId_id_key" ON "ConversationsIssuesCluster"("organizationId", "id");

-- CreateIndex
CREATE INDEX "ChangeRequest_conversationsIssuesClusterId_id_idx" ON "ChangeRequest"("conversationsIssuesClusterId", "id" DESC);

-- AddForeignKey
ALTER TABLE "ChangeRequest" ADD CONSTRAINT "ChangeRequest_organizationId_conversationsIssuesClusterId_fkey" FOREIGN KEY ("organizationId", "conversationsIssuesClusterId") REFERENCES "ConversationsIssuesCluster"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Conversation" ADD CONSTRAINT "Conversation_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConversationText" ADD CONSTRAINT "ConversationText_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConversationText" ADD CONSTRAINT "ConversationText_organizationId_conversationId_fkey" FOREIGN KEY ("organizationId", "conversationId") REFERENCES "Conversation"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConversationIssue" ADD CONSTRAINT "ConversationIssue_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConversationIssue" ADD CONSTRAINT "ConversationIssue_organizationId_conversationId_fkey" FOREIGN KEY ("organizationId", "conversationId") REFERENCES "Conversation"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConversationIssue" ADD CONSTRAINT "ConversationIssue_organizationId_clusterId_fkey" FOREIGN KEY ("organizationId", "clusterId") REFERENCES "ConversationsIssuesCluster"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConversationIssueVector" ADD CONSTRAINT "ConversationIssueVector_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConversationIssueVector" ADD CONSTRAINT "ConversationIssueVector_organizationId_issueId_fkey" FOREIGN KEY ("organizationId", "issueId") REFERENCES "ConversationIssue"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConversationsIssuesCluster" ADD CONSTRAINT "ConversationsIssuesCluster_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConversationAnalysis" ADD CONSTRAINT "ConversationAnalysis_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConversationGrouping" ADD CONSTRAINT "ConversationGrouping_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
