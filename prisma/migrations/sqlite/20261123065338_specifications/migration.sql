-- CreateTable
CREATE TABLE "OpenAPISpec" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "sourceUrl" TEXT,
    "sourceBlobHash" TEXT,
    "visibility" TEXT NOT NULL,
    "processingState" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "lastVersionId" TEXT,
    "lastProcessedAt" DATETIME,
    "lastProcessErrorCode" TEXT,
    "lastProcessedErrors" JSONB,
    "refreshAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "OpenAPISpec_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "OpenAPISpecVersion" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "specId" TEXT NOT NULL,
    "blobHash" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "openapi" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "OpenAPISpecVersion_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "OpenAPISpecVersion_organizationId_specId_fkey" FOREIGN KEY ("organizationId", "specId") REFERENCES "OpenAPISpec" ("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "OpenAPISpec_organizationId_id_idx" ON "OpenAPISpec"("organizationId", "id" DESC);

-- CreateIndex
CREATE INDEX "OpenAPISpec_refreshAt_idx" ON "OpenAPISpec"("refreshAt");

-- CreateIndex
CREATE UNIQUE INDEX "OpenAPISpec_organizationId_id_key" ON "OpenAPISpec"("organizationId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "OpenAPISpec_organizationId_slug_key" ON "OpenAPISpec"("organizationId", "slug");

-- CreateIndex
CREATE INDEX "OpenAPISpecVersion_specId_id_idx" ON "OpenAPISpecVersion"("specId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "OpenAPISpecVersion_organizationId_id_key" ON "OpenAPISpecVersion"("organizationId", "id");
