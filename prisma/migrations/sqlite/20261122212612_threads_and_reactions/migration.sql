-- CreateTable
CREATE TABLE "Reaction" (
    "organizationId" TEXT NOT NULL,
    "commentId" TEXT NOT NULL,
    "emoji" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "reactedAt" DATETIME NOT NULL,

    PRIMARY KEY ("commentId", "emoji", "userId"),
    CONSTRAINT "Reaction_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Reaction_organizationId_commentId_fkey" FOREIGN KEY ("organizationId", "commentId") REFERENCES "Comment" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Reaction_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Comment" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "spaceId" TEXT NOT NULL,
    "changeRequestId" TEXT,
    "reviewId" TEXT,
    "threadId" TEXT,
    "parentId" TEXT NOT NULL,
    "pageId" TEXT,
    "nodeId" TEXT,
    "cellRecord" TEXT,
    "cellDefinition" TEXT,
    "blob" TEXT,
    "quote" TEXT,
    "revisionId" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "postedById" TEXT NOT NULL,
    "postedAt" DATETIME NOT NULL,
    "editedAt" DATETIME,
    "status" TEXT NOT NULL DEFAULT 'open',
    "resolvedAt" DATETIME,
    "resolvedById" TEXT,
    CONSTRAINT "Comment_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Comment_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Comment_organizationId_changeRequestId_fkey" FOREIGN KEY ("organizationId", "changeRequestId") REFERENCES "ChangeRequest" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Comment_organizationId_reviewId_fkey" FOREIGN KEY ("organizationId", "reviewId") REFERENCES "Review" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Comment_organizationId_threadId_fkey" FOREIGN KEY ("organizationId", "threadId") REFERENCES "Comment" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Comment_postedById_fkey" FOREIGN KEY ("postedById") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Comment_resolvedById_fkey" FOREIGN KEY ("resolvedById") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_Comment" ("body", "cellDefinition", "cellRecord", "changeRequestId", "editedAt", "id", "nodeId", "organizationId", "parentId", "pageId", "postedAt", "postedById", "resolvedAt", "resolvedById", "reviewId", "revisionId", "spaceId") SELECT "body", "cellDefinition", "cellRecord", "changeRequestId", "editedAt", "id", "nodeId", "organizationId", coalesce("changeRequestId", "spaceId"), "pageId", "postedAt", "postedById", "resolvedAt", "resolvedById", "reviewId", "revisionId", "spaceId" FROM "Comment";
DROP TABLE "Comment";
ALTER TABLE "new_Comment" RENAME TO "Comment";
CREATE UNIQUE INDEX "Comment_reviewId_key" ON "Comment"("reviewId");
CREATE INDEX "Comment_parentId_id_idx" ON "Comment"("parentId", "id" DESC);
CREATE INDEX "Comment_parentId_status_id_idx" ON "Comment"("parentId", "status", "id" DESC);
CREATE INDEX "Comment_parentId_pageId_id_idx" ON "Comment"("parentId", "pageId", "id" DESC);
CREATE INDEX "Comment_parentId_postedById_id_idx" ON "Comment"("parentId", "postedById", "id" DESC);
CREATE INDEX "Comment_threadId_postedById_idx" ON "Comment"("threadId", "postedById");
CREATE INDEX "Comment_spaceId_changeRequestId_postedById_idx" ON "Comment"("spaceId", "changeRequestId", "postedById");
CREATE INDEX "Comment_changeRequestId_postedById_idx" ON "Comment"("changeRequestId", "postedById");
CREATE UNIQUE INDEX "Comment_organizationId_id_key" ON "Comment"("organizationId", "id");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
