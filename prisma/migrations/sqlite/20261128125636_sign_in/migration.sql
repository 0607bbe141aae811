-- AlterTable
ALTER TABLE "AccessToken" ADD COLUMN "providerId" TEXT;
ALTER TABLE "AccessToken" ADD COLUMN "providerSessionId" TEXT;
ALTER TABLE "AccessToken" ADD COLUMN "remoteAddress" TEXT;
ALTER TABLE "AccessToken" ADD COLUMN "userAgent" TEXT;

-- AlterTable
ALTER TABLE "SamlIdentity" ADD COLUMN "groups" JSONB;

-- AlterTable
ALTER TABLE "User" ADD COLUMN "mutedMails" JSONB;

-- CreateTable
CREATE TABLE "Mail" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT,
    "userId" TEXT,
    "kind" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "body" TEXT,
    "createdAt" DATETIME NOT NULL,
    "sentAt" DATETIME,
    "expiresAt" DATETIME
);

-- CreateTable
CREATE TABLE "Notification" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "objectId" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Notification_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Notification_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "OidcProvider" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "clientSecret" TEXT,
    "groupsClaim" TEXT,
    "groupMode" TEXT NOT NULL DEFAULT 'additive',
    "defaultTeamId" TEXT,
    "defaultRole" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "OidcProvider_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "OidcProvider_organizationId_defaultTeamId_fkey" FOREIGN KEY ("organizationId", "defaultTeamId") REFERENCES "Team" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "OidcIdentity" (
    "organizationId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "groups" JSONB,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("providerId", "subject"),
    CONSTRAINT "OidcIdentity_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "OidcIdentity_organizationId_providerId_fkey" FOREIGN KEY ("organizationId", "providerId") REFERENCES "OidcProvider" ("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "OidcIdentity_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "OidcLogin" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "browserHash" TEXT NOT NULL,
    "redirect" TEXT,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "OidcLogin_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "OidcLogin_organizationId_providerId_fkey" FOREIGN KEY ("organizationId", "providerId") REFERENCES "OidcProvider" ("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ProviderGroup" (
    "organizationId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "group" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,

    PRIMARY KEY ("organizationId", "providerId", "group", "teamId"),
    CONSTRAINT "ProviderGroup_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ProviderGroup_organizationId_teamId_fkey" FOREIGN KEY ("organizationId", "teamId") REFERENCES "Team" ("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SignInLink" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "redirect" TEXT,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "SignInLink_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_SamlProvider" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "ssoURL" TEXT,
    "entityID" TEXT,
    "certificate" TEXT,
    "nextCertificate" TEXT,
    "groupsAttribute" TEXT,
    "groupMode" TEXT NOT NULL DEFAULT 'additive',
    "defaultTeamId" TEXT,
    "defaultRole" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "SamlProvider_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "SamlProvider_organizationId_defaultTeamId_fkey" FOREIGN KEY ("organizationId", "defaultTeamId") REFERENCES "Team" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_SamlProvider" ("certificate", "createdAt", "defaultRole", "defaultTeamId", "entityID", "id", "label", "organizationId", "ssoURL", "updatedAt") SELECT "certificate", "createdAt", "defaultRole", "defaultTeamId", "entityID", "id", "label", "organizationId", "ssoURL", "updatedAt" FROM "SamlProvider";
DROP TABLE "SamlProvider";
ALTER TABLE "new_SamlProvider" RENAME TO "SamlProvider";
CREATE INDEX "SamlProvider_organizationId_id_idx" ON "SamlProvider"("organizationId", "id" DESC);
CREATE UNIQUE INDEX "SamlProvider_organizationId_id_key" ON "SamlProvider"("organizationId", "id");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE INDEX "Mail_expiresAt_idx" ON "Mail"("expiresAt");

-- CreateIndex
CREATE INDEX "Mail_createdAt_idx" ON "Mail"("createdAt");

-- CreateIndex
CREATE INDEX "Notification_userId_createdAt_idx" ON "Notification"("userId", "createdAt");

-- CreateIndex
CREATE INDEX "Notification_organizationId_idx" ON "Notification"("organizationId");

-- CreateIndex
CREATE INDEX "OidcProvider_organizationId_id_idx" ON "OidcProvider"("organizationId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "OidcProvider_organizationId_id_key" ON "OidcProvider"("organizationId", "id");

-- CreateIndex
CREATE INDEX "OidcIdentity_userId_idx" ON "OidcIdentity"("userId");

-- CreateIndex
CREATE INDEX "OidcLogin_expiresAt_idx" ON "OidcLogin"("expiresAt");

-- CreateIndex
CREATE INDEX "OidcLogin_providerId_createdAt_idx" ON "OidcLogin"("providerId", "createdAt");

-- CreateIndex
CREATE INDEX "ProviderGroup_organizationId_teamId_idx" ON "ProviderGroup"("organizationId", "teamId");

-- CreateIndex
CREATE INDEX "SignInLink_expiresAt_idx" ON "SignInLink"("expiresAt");

-- CreateIndex
CREATE INDEX "SignInLink_userId_createdAt_idx" ON "SignInLink"("userId", "createdAt");

-- CreateIndex
CREATE INDEX "AccessToken_organizationId_id_idx" ON "AccessToken"("organizationId", "id" DESC);

