-- CreateTable
CREATE TABLE "RenderedPdf" (
    "organizationId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "spaceId" TEXT NOT NULL,
    "bytes" BLOB NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("organizationId", "hash"),
    CONSTRAINT "RenderedPdf_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "RenderedPdf_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "RenderedPdf_spaceId_createdAt_idx" ON "RenderedPdf"("spaceId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "RenderedPdf_createdAt_idx" ON "RenderedPdf"("createdAt");
