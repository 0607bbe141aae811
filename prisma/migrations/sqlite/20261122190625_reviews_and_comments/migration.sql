-- CreateTable
CREATE TABLE "Comment" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "spaceId" TEXT NOT NULL,
    "changeRequestId" TEXT,
    "reviewId" TEXT,
    "pageId" TEXT,
    "nodeId" TEXT,
    "cellRecord" TEXT,
    "cellDefinition" TEXT,
    "revisionId" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "postedById" TEXT NOT NULL,
    "postedAt" DATETIME NOT NULL,
    "editedAt" DATETIME,
    "resolvedAt" DATETIME,
    "resolvedById" TEXT,
    CONSTRAINT "Comment_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Comment_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Comment_organizationId_changeRequestId_fkey" FOREIGN KEY ("organizationId", "changeRequestId") REFERENCES "ChangeRequest" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Comment_organizationId_reviewId_fkey" FOREIGN KEY ("organizationId", "reviewId") REFERENCES "Review" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Comment_postedById_fkey" FOREIGN KEY ("postedById") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Comment_resolvedById_fkey" FOREIGN KEY ("resolvedById") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ReviewRequest" (
    "organizationId" TEXT NOT NULL,
    "spaceId" TEXT NOT NULL,
    "changeRequestId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "revisionId" TEXT NOT NULL,
    "requestedById" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "answeredAt" DATETIME,

    PRIMARY KEY ("changeRequestId", "userId"),
    CONSTRAINT "ReviewRequest_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ReviewRequest_organizationId_changeRequestId_fkey" FOREIGN KEY ("organizationId", "changeRequestId") REFERENCES "ChangeRequest" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ReviewRequest_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ReviewRequest_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Review" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "spaceId" TEXT NOT NULL,
    "changeRequestId" TEXT NOT NULL,
    "revisionId" TEXT NOT NULL,
    "edits" INTEGER NOT NULL,
    "reviewerId" TEXT NOT NULL,
    "byAgent" BOOLEAN NOT NULL,
    "requestedById" TEXT,
    "status" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "Review_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Review_organizationId_changeRequestId_fkey" FOREIGN KEY ("organizationId", "changeRequestId") REFERENCES "ChangeRequest" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Review_reviewerId_fkey" FOREIGN KEY ("reviewerId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Review_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
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
    CONSTRAINT "ChangeRequest_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ChangeRequest_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ChangeRequest_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_ChangeRequest" ("conversationsIssuesClusterId", "createdAt", "createdById", "description", "id", "number", "organizationId", "revisionId", "revisionInitialId", "revisionMergedAncestorId", "revisionMergedId", "spaceId", "status", "subject", "updatedAt") SELECT "conversationsIssuesClusterId", "createdAt", "createdById", "description", "id", "number", "organizationId", "revisionId", "revisionInitialId", "revisionMergedAncestorId", "revisionMergedId", "spaceId", "status", "subject", "updatedAt" FROM "ChangeRequest";
DROP TABLE "ChangeRequest";
ALTER TABLE "new_ChangeRequest" RENAME TO "ChangeRequest";
CREATE INDEX "ChangeRequest_spaceId_status_id_idx" ON "ChangeRequest"("spaceId", "status", "id" DESC);
CREATE INDEX "ChangeRequest_organizationId_status_id_idx" ON "ChangeRequest"("organizationId", "status", "id" DESC);
CREATE INDEX "ChangeRequest_createdById_id_idx" ON "ChangeRequest"("createdById", "id" DESC);
CREATE UNIQUE INDEX "ChangeRequest_organizationId_id_key" ON "ChangeRequest"("organizationId", "id");
CREATE UNIQUE INDEX "ChangeRequest_spaceId_number_key" ON "ChangeRequest"("spaceId", "number");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE UNIQUE INDEX "Comment_reviewId_key" ON "Comment"("reviewId");

-- CreateIndex
CREATE INDEX "Comment_spaceId_changeRequestId_id_idx" ON "Comment"("spaceId", "changeRequestId", "id" DESC);

-- CreateIndex
CREATE INDEX "Comment_changeRequestId_postedById_idx" ON "Comment"("changeRequestId", "postedById");

-- CreateIndex
CREATE INDEX "ReviewRequest_userId_answeredAt_changeRequestId_idx" ON "ReviewRequest"("userId", "answeredAt", "changeRequestId" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Review_organizationId_id_key" ON "Review"("organizationId", "id");

-- CreateIndex
CREATE INDEX "Review_changeRequestId_id_idx" ON "Review"("changeRequestId", "id" DESC);
