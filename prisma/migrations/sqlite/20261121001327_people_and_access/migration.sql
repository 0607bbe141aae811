-- CreateTable
CREATE TABLE "Collection" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "parentId" TEXT,
    "defaultLevel" TEXT,
    "resolvedLevel" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "Collection_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Collection_organizationId_parentId_fkey" FOREIGN KEY ("organizationId", "parentId") REFERENCES "Collection" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "CollectionAncestor" (
    "organizationId" TEXT NOT NULL,
    "collectionId" TEXT NOT NULL,
    "ancestorId" TEXT NOT NULL,

    PRIMARY KEY ("collectionId", "ancestorId"),
    CONSTRAINT "CollectionAncestor_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "CollectionAncestor_organizationId_collectionId_fkey" FOREIGN KEY ("organizationId", "collectionId") REFERENCES "Collection" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "CollectionAncestor_organizationId_ancestorId_fkey" FOREIGN KEY ("organizationId", "ancestorId") REFERENCES "Collection" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Grant" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "spaceId" TEXT,
    "collectionId" TEXT,
    "userId" TEXT,
    "teamId" TEXT,
    "role" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Grant_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Grant_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Grant_organizationId_collectionId_fkey" FOREIGN KEY ("organizationId", "collectionId") REFERENCES "Collection" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Grant_organizationId_userId_fkey" FOREIGN KEY ("organizationId", "userId") REFERENCES "Member" ("organizationId", "userId") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Grant_organizationId_teamId_fkey" FOREIGN KEY ("organizationId", "teamId") REFERENCES "Team" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "InviteLink" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "spaceId" TEXT,
    "collectionId" TEXT,
    "role" TEXT,
    "createdById" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "InviteLink_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "InviteLink_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "InviteLink_organizationId_collectionId_fkey" FOREIGN KEY ("organizationId", "collectionId") REFERENCES "Collection" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "InviteLink_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AgentInstructions" (
    "organizationId" TEXT NOT NULL PRIMARY KEY,
    "instructions" JSONB NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "updatedById" TEXT NOT NULL,
    CONSTRAINT "AgentInstructions_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "AgentInstructions_updatedById_fkey" FOREIGN KEY ("updatedById") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SamlProvider" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "ssoURL" TEXT,
    "entityID" TEXT,
    "certificate" TEXT,
    "defaultTeamId" TEXT,
    "defaultRole" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "SamlProvider_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "SamlProvider_organizationId_defaultTeamId_fkey" FOREIGN KEY ("organizationId", "defaultTeamId") REFERENCES "Team" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SamlIdentity" (
    "organizationId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "nameId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("providerId", "nameId"),
    CONSTRAINT "SamlIdentity_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "SamlIdentity_organizationId_providerId_fkey" FOREIGN KEY ("organizationId", "providerId") REFERENCES "SamlProvider" ("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "SamlIdentity_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SamlLogin" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "browserHash" TEXT NOT NULL,
    "redirect" TEXT,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "ticketHash" TEXT,
    "subject" JSONB,
    CONSTRAINT "SamlLogin_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "SamlLogin_organizationId_providerId_fkey" FOREIGN KEY ("organizationId", "providerId") REFERENCES "SamlProvider" ("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Team" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "titleKey" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "Team_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "TeamMember" (
    "organizationId" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("teamId", "userId"),
    CONSTRAINT "TeamMember_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "TeamMember_organizationId_teamId_fkey" FOREIGN KEY ("organizationId", "teamId") REFERENCES "Team" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "TeamMember_organizationId_userId_fkey" FOREIGN KEY ("organizationId", "userId") REFERENCES "Member" ("organizationId", "userId") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_AccessToken" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME,
    "lastUsedAt" DATETIME,
    "issuer" TEXT NOT NULL DEFAULT 'operator',
    "scopes" JSONB,
    "organizationId" TEXT,
    CONSTRAINT "AccessToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "AccessToken_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_AccessToken" ("createdAt", "expiresAt", "hash", "id", "name", "userId") SELECT "createdAt", "expiresAt", "hash", "id", "name", "userId" FROM "AccessToken";
DROP TABLE "AccessToken";
ALTER TABLE "new_AccessToken" RENAME TO "AccessToken";
CREATE UNIQUE INDEX "AccessToken_hash_key" ON "AccessToken"("hash");
CREATE INDEX "AccessToken_userId_idx" ON "AccessToken"("userId");
CREATE TABLE "new_Space" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "emoji" TEXT NOT NULL,
    "icon" TEXT,
    "visibility" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "deletedAt" DATETIME,
    "editMode" TEXT NOT NULL,
    "mergeRules" JSONB NOT NULL,
    "language" TEXT,
    "defaultLevel" TEXT,
    "resolvedLevel" TEXT,
    "parentId" TEXT,
    "revisionId" TEXT NOT NULL,
    "changeRequestNumber" INTEGER NOT NULL,
    CONSTRAINT "Space_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Space_organizationId_parentId_fkey" FOREIGN KEY ("organizationId", "parentId") REFERENCES "Collection" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_Space" ("changeRequestNumber", "createdAt", "defaultLevel", "deletedAt", "editMode", "emoji", "icon", "id", "language", "mergeRules", "organizationId", "revisionId", "title", "updatedAt", "visibility") SELECT "changeRequestNumber", "createdAt", "defaultLevel", "deletedAt", "editMode", "emoji", "icon", "id", "language", "mergeRules", "organizationId", "revisionId", "title", "updatedAt", "visibility" FROM "Space";
DROP TABLE "Space";
ALTER TABLE "new_Space" RENAME TO "Space";
CREATE INDEX "Space_parentId_id_idx" ON "Space"("parentId", "id" DESC);
CREATE INDEX "Space_organizationId_deletedAt_id_idx" ON "Space"("organizationId", "deletedAt", "id" DESC);
CREATE UNIQUE INDEX "Space_organizationId_id_key" ON "Space"("organizationId", "id");
CREATE TABLE "new_User" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "displayName" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "photoURL" TEXT,
    "createdAt" DATETIME NOT NULL,
    "emailVerifiedAt" DATETIME,
    "searchKey" TEXT NOT NULL DEFAULT ''
);
INSERT INTO "new_User" ("createdAt", "displayName", "email", "id", "photoURL") SELECT "createdAt", "displayName", "email", "id", "photoURL" FROM "User";
DROP TABLE "User";
ALTER TABLE "new_User" RENAME TO "User";
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE INDEX "Collection_organizationId_id_idx" ON "Collection"("organizationId", "id" DESC);

-- CreateIndex
CREATE INDEX "Collection_parentId_id_idx" ON "Collection"("parentId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Collection_organizationId_id_key" ON "Collection"("organizationId", "id");

-- CreateIndex
CREATE INDEX "CollectionAncestor_ancestorId_idx" ON "CollectionAncestor"("ancestorId");

-- CreateIndex
CREATE INDEX "Grant_userId_idx" ON "Grant"("userId");

-- CreateIndex
CREATE INDEX "Grant_teamId_idx" ON "Grant"("teamId");

-- CreateIndex
CREATE INDEX "Grant_spaceId_id_idx" ON "Grant"("spaceId", "id" DESC);

-- CreateIndex
CREATE INDEX "Grant_collectionId_id_idx" ON "Grant"("collectionId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Grant_spaceId_userId_key" ON "Grant"("spaceId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "Grant_spaceId_teamId_key" ON "Grant"("spaceId", "teamId");

-- CreateIndex
CREATE UNIQUE INDEX "Grant_collectionId_userId_key" ON "Grant"("collectionId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "Grant_collectionId_teamId_key" ON "Grant"("collectionId", "teamId");

-- CreateIndex
CREATE INDEX "InviteLink_organizationId_createdAt_id_idx" ON "InviteLink"("organizationId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "SamlProvider_organizationId_id_idx" ON "SamlProvider"("organizationId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "SamlProvider_organizationId_id_key" ON "SamlProvider"("organizationId", "id");

-- CreateIndex
CREATE INDEX "SamlIdentity_userId_idx" ON "SamlIdentity"("userId");

-- CreateIndex
CREATE INDEX "SamlLogin_expiresAt_idx" ON "SamlLogin"("expiresAt");

-- CreateIndex
CREATE INDEX "Team_organizationId_id_idx" ON "Team"("organizationId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Team_organizationId_id_key" ON "Team"("organizationId", "id");

-- CreateIndex
CREATE INDEX "TeamMember_teamId_createdAt_userId_idx" ON "TeamMember"("teamId", "createdAt" DESC, "userId" DESC);

-- CreateIndex
CREATE INDEX "TeamMember_userId_idx" ON "TeamMember"("userId");

-- CreateIndex
CREATE INDEX "Member_organizationId_joinedAt_userId_idx" ON "Member"("organizationId", "joinedAt" DESC, "userId" DESC);

-- CreateIndex
CREATE INDEX "Member_organizationId_lastSeenAt_userId_idx" ON "Member"("organizationId", "lastSeenAt" DESC, "userId" DESC);

-- Until now there were no collections: a space's level is resolved as it stands.
UPDATE "Space" SET "resolvedLevel" = "defaultLevel";

-- Until now every user was made by the operator, whose word verifies an address.
UPDATE "User" SET "emailVerifiedAt" = "createdAt";
