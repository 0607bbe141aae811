-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_RenderedPdf" (
    "organizationId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "part" INTEGER NOT NULL DEFAULT 0,
    "parts" INTEGER NOT NULL DEFAULT 1,
    "spaceId" TEXT NOT NULL,
    "bytes" BLOB NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("organizationId", "hash", "part"),
    CONSTRAINT "RenderedPdf_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "RenderedPdf_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_RenderedPdf" ("bytes", "createdAt", "hash", "organizationId", "spaceId") SELECT "bytes", "createdAt", "hash", "organizationId", "spaceId" FROM "RenderedPdf";
DROP TABLE "RenderedPdf";
ALTER TABLE "new_RenderedPdf" RENAME TO "RenderedPdf";
CREATE INDEX "RenderedPdf_spaceId_createdAt_idx" ON "RenderedPdf"("spaceId", "createdAt" DESC);
CREATE INDEX "RenderedPdf_createdAt_idx" ON "RenderedPdf"("createdAt");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
