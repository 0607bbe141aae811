-- AlterTable
ALTER TABLE "AccessToken" ADD COLUMN "lastUsedAddress" TEXT;

-- AlterTable
ALTER TABLE "Organization" ADD COLUMN "deletedAt" DATETIME;
ALTER TABLE "Organization" ADD COLUMN "maxMembers" INTEGER;
ALTER TABLE "Organization" ADD COLUMN "maxSpaces" INTEGER;
ALTER TABLE "Organization" ADD COLUMN "maxTokenDays" INTEGER;

-- CreateTable
CREATE TABLE "OrganizationDeletion" (
    "organizationId" TEXT NOT NULL PRIMARY KEY,
    "requestedById" TEXT NOT NULL,
    "requestedAt" DATETIME NOT NULL,
    "removeAt" DATETIME NOT NULL,
    "removedAt" DATETIME
);

-- CreateTable
CREATE TABLE "OrganizationImport" (
    "organizationId" TEXT NOT NULL PRIMARY KEY,
    "archive" TEXT NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "idSeed" TEXT,
    "startedAt" DATETIME NOT NULL,
    "finishedAt" DATETIME,
    CONSTRAINT "OrganizationImport_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "BlockedToken" (
    "organizationId" TEXT NOT NULL,
    "tokenId" TEXT NOT NULL,
    "blockedAt" DATETIME NOT NULL,

    PRIMARY KEY ("organizationId", "tokenId"),
    CONSTRAINT "BlockedToken_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "BlockedToken_tokenId_fkey" FOREIGN KEY ("tokenId") REFERENCES "AccessToken" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_User" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "displayName" TEXT NOT NULL,
    "email" TEXT,
    "photoURL" TEXT,
    "createdAt" DATETIME NOT NULL,
    "emailVerifiedAt" DATETIME,
    "searchKey" TEXT NOT NULL DEFAULT '',
    "mutedMails" JSONB,
    "organizationId" TEXT,
    "erasedAt" DATETIME,
    CONSTRAINT "User_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_User" ("createdAt", "displayName", "email", "emailVerifiedAt", "id", "mutedMails", "photoURL", "searchKey") SELECT "createdAt", "displayName", "email", "emailVerifiedAt", "id", "mutedMails", "photoURL", "searchKey" FROM "User";
DROP TABLE "User";
ALTER TABLE "new_User" RENAME TO "User";
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE INDEX "OrganizationDeletion_removedAt_removeAt_idx" ON "OrganizationDeletion"("removedAt", "removeAt");

-- CreateIndex
CREATE INDEX "BlockedToken_tokenId_idx" ON "BlockedToken"("tokenId");
