-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Site" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "titleKey" TEXT NOT NULL,
    "visibility" TEXT NOT NULL,
    "published" BOOLEAN NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "hostname" TEXT,
    "confirmedHostname" TEXT,
    "basename" TEXT,
    "proxyOrigin" TEXT,
    "adaptiveContent" BOOLEAN NOT NULL,
    "agentsContext" TEXT NOT NULL,
    "customization" JSONB,
    "adaptiveSchema" TEXT,
    "adaptiveSchemaUpdatedAt" DATETIME,
    "fallbackUrl" TEXT,
    "signingKey" TEXT,
    "oldSigningKey" TEXT,
    "oldSigningKeyEndsAt" DATETIME,
    "structureVersion" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "Site_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_Site" ("adaptiveContent", "adaptiveSchema", "adaptiveSchemaUpdatedAt", "agentsContext", "basename", "confirmedHostname", "createdAt", "customization", "fallbackUrl", "hostname", "id", "oldSigningKey", "oldSigningKeyEndsAt", "organizationId", "proxyOrigin", "published", "signingKey", "title", "titleKey", "type", "updatedAt", "visibility") SELECT "adaptiveContent", "adaptiveSchema", "adaptiveSchemaUpdatedAt", "agentsContext", "basename", "confirmedHostname", "createdAt", "customization", "fallbackUrl", "hostname", "id", "oldSigningKey", "oldSigningKeyEndsAt", "organizationId", "proxyOrigin", "published", "signingKey", "title", "titleKey", "type", "updatedAt", "visibility" FROM "Site";
DROP TABLE "Site";
ALTER TABLE "new_Site" RENAME TO "Site";
CREATE UNIQUE INDEX "Site_confirmedHostname_key" ON "Site"("confirmedHostname");
CREATE INDEX "Site_organizationId_id_idx" ON "Site"("organizationId", "id" DESC);
CREATE UNIQUE INDEX "Site_organizationId_id_key" ON "Site"("organizationId", "id");
CREATE UNIQUE INDEX "Site_organizationId_basename_key" ON "Site"("organizationId", "basename");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
