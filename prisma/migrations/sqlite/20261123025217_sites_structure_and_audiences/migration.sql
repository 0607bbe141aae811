-- AlterTable
ALTER TABLE "Organization" ADD COLUMN "visitorKey" TEXT;

-- AlterTable
ALTER TABLE "Site" ADD COLUMN "adaptiveSchema" TEXT;
ALTER TABLE "Site" ADD COLUMN "adaptiveSchemaUpdatedAt" DATETIME;
ALTER TABLE "Site" ADD COLUMN "confirmedHostname" TEXT;
ALTER TABLE "Site" ADD COLUMN "customization" JSONB;
ALTER TABLE "Site" ADD COLUMN "fallbackUrl" TEXT;
ALTER TABLE "Site" ADD COLUMN "oldSigningKey" TEXT;
ALTER TABLE "Site" ADD COLUMN "oldSigningKeyEndsAt" DATETIME;
ALTER TABLE "Site" ADD COLUMN "signingKey" TEXT;

-- CreateTable
CREATE TABLE "SiteSection" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "siteId" TEXT NOT NULL,
    "groupId" TEXT,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "icon" TEXT,
    "path" TEXT NOT NULL,
    "position" TEXT NOT NULL,
    "isDefault" BOOLEAN NOT NULL,
    "condition" TEXT,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "SiteSection_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "SiteSection_organizationId_siteId_fkey" FOREIGN KEY ("organizationId", "siteId") REFERENCES "Site" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "SiteSection_organizationId_groupId_fkey" FOREIGN KEY ("organizationId", "groupId") REFERENCES "SiteSectionGroup" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SiteSectionGroup" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "siteId" TEXT NOT NULL,
    "parentId" TEXT,
    "title" TEXT NOT NULL,
    "icon" TEXT,
    "position" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "SiteSectionGroup_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "SiteSectionGroup_organizationId_siteId_fkey" FOREIGN KEY ("organizationId", "siteId") REFERENCES "Site" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "SiteSectionGroup_organizationId_parentId_fkey" FOREIGN KEY ("organizationId", "parentId") REFERENCES "SiteSectionGroup" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ShareLink" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "siteId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL,
    "key" TEXT NOT NULL,
    "keyHash" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "ShareLink_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ShareLink_organizationId_siteId_fkey" FOREIGN KEY ("organizationId", "siteId") REFERENCES "Site" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_SiteSpace" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "siteId" TEXT NOT NULL,
    "sectionId" TEXT,
    "spaceId" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "position" TEXT NOT NULL,
    "isDefault" BOOLEAN NOT NULL,
    "condition" TEXT,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "SiteSpace_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "SiteSpace_organizationId_siteId_fkey" FOREIGN KEY ("organizationId", "siteId") REFERENCES "Site" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "SiteSpace_organizationId_sectionId_fkey" FOREIGN KEY ("organizationId", "sectionId") REFERENCES "SiteSection" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "SiteSpace_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_SiteSpace" ("createdAt", "id", "isDefault", "organizationId", "path", "position", "siteId", "spaceId") SELECT "createdAt", "id", "isDefault", "organizationId", "path", printf('%08d1', "position"), "siteId", "spaceId" FROM "SiteSpace";
DROP TABLE "SiteSpace";
ALTER TABLE "new_SiteSpace" RENAME TO "SiteSpace";
CREATE INDEX "SiteSpace_siteId_position_id_idx" ON "SiteSpace"("siteId", "position", "id");
CREATE INDEX "SiteSpace_sectionId_position_id_idx" ON "SiteSpace"("sectionId", "position", "id");
CREATE INDEX "SiteSpace_spaceId_idx" ON "SiteSpace"("spaceId");
CREATE UNIQUE INDEX "SiteSpace_organizationId_id_key" ON "SiteSpace"("organizationId", "id");
CREATE UNIQUE INDEX "SiteSpace_siteId_spaceId_key" ON "SiteSpace"("siteId", "spaceId");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE INDEX "SiteSection_siteId_position_id_idx" ON "SiteSection"("siteId", "position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "SiteSection_organizationId_id_key" ON "SiteSection"("organizationId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "SiteSection_siteId_path_key" ON "SiteSection"("siteId", "path");

-- CreateIndex
CREATE INDEX "SiteSectionGroup_siteId_position_id_idx" ON "SiteSectionGroup"("siteId", "position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "SiteSectionGroup_organizationId_id_key" ON "SiteSectionGroup"("organizationId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ShareLink_keyHash_key" ON "ShareLink"("keyHash");

-- CreateIndex
CREATE INDEX "ShareLink_siteId_id_idx" ON "ShareLink"("siteId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "ShareLink_organizationId_id_key" ON "ShareLink"("organizationId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Site_confirmedHostname_key" ON "Site"("confirmedHostname");

-- CreateIndex
CREATE UNIQUE INDEX "Site_organizationId_basename_key" ON "Site"("organizationId", "basename");
