-- CreateTable
CREATE TABLE "OpenAPISpec" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "sourceUrl" TEXT,
    "sourceBlobHash" TEXT,
    "visibility" TEXT NOT NULL,
    "processingState" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "lastVersionId" TEXT,
    "lastProcessedAt" TIMESTAMP(3),
    "lastProcessErrorCode" TEXT,
    "lastProcessedErrors" JSONB,
    "refreshAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "OpenAPISpec_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OpenAPISpecVersion" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "specId" TEXT NOT NULL,
    "blobHash" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "openapi" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "OpenAPISpecVersion_pkey" PRIMARY KEY ("id")
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

-- AddForeignKey
ALTER TABLE "OpenAPISpec" ADD CONSTRAINT "OpenAPISpec_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OpenAPISpecVersion" ADD CONSTRAINT "OpenAPISpecVersion_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OpenAPISpecVersion" ADD CONSTRAINT "OpenAPISpecVersion_organizationId_specId_fkey" FOREIGN KEY ("organizationId", "specId") REFERENCES "OpenAPISpec"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
