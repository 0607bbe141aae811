-- CreateTable
CREATE TABLE "Translation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "sourceSpaceId" TEXT NOT NULL,
    "sourceLanguage" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "instructions" JSONB NOT NULL,
    "status" TEXT NOT NULL,
    "error" TEXT,
    "jobId" TEXT,
    "runById" TEXT,
    "isRunAgain" BOOLEAN NOT NULL DEFAULT false,
    "isLockedOut" BOOLEAN NOT NULL DEFAULT false,
    "runStartedAt" DATETIME,
    "runRevisionId" TEXT,
    "runWords" INTEGER NOT NULL DEFAULT 0,
    "resultSpaceId" TEXT,
    "resultRevisionId" TEXT,
    "sourceRevisionId" TEXT,
    "machineRootHash" TEXT,
    "machineTitle" TEXT,
    "runs" INTEGER NOT NULL DEFAULT 0,
    "totalWords" INTEGER NOT NULL DEFAULT 0,
    "totalPages" INTEGER NOT NULL DEFAULT 0,
    "totalDuration" INTEGER NOT NULL DEFAULT 0,
    "latestRunDuration" INTEGER NOT NULL DEFAULT 0,
    "latestPages" INTEGER NOT NULL DEFAULT 0,
    "latestWords" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "Translation_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Translation_organizationId_sourceSpaceId_fkey" FOREIGN KEY ("organizationId", "sourceSpaceId") REFERENCES "Space" ("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "TranslatedPage" (
    "organizationId" TEXT NOT NULL,
    "translationId" TEXT NOT NULL,
    "pageId" TEXT NOT NULL,
    "sourcePageId" TEXT NOT NULL,
    "isSourceGone" BOOLEAN NOT NULL DEFAULT false,
    "inputKey" TEXT NOT NULL,
    "anchors" JSONB NOT NULL,
    "sourceHash" TEXT,
    "textHash" TEXT,
    "staleBlocks" JSONB NOT NULL,
    "staleFields" JSONB NOT NULL,
    "refusedBlocks" JSONB NOT NULL,

    PRIMARY KEY ("translationId", "pageId"),
    CONSTRAINT "TranslatedPage_organizationId_translationId_fkey" FOREIGN KEY ("organizationId", "translationId") REFERENCES "Translation" ("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "TranslationMemory" (
    "organizationId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("organizationId", "key"),
    CONSTRAINT "TranslationMemory_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "GlossaryEntry" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "translations" JSONB NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "GlossaryEntry_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Translation_organizationId_id_idx" ON "Translation"("organizationId", "id" DESC);

-- CreateIndex
CREATE INDEX "Translation_sourceSpaceId_id_idx" ON "Translation"("sourceSpaceId", "id" DESC);

-- CreateIndex
CREATE INDEX "Translation_resultSpaceId_idx" ON "Translation"("resultSpaceId");

-- CreateIndex
CREATE UNIQUE INDEX "Translation_organizationId_id_key" ON "Translation"("organizationId", "id");

-- CreateIndex
CREATE INDEX "TranslatedPage_pageId_idx" ON "TranslatedPage"("pageId");

-- CreateIndex
CREATE INDEX "GlossaryEntry_organizationId_id_idx" ON "GlossaryEntry"("organizationId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "GlossaryEntry_organizationId_id_key" ON "GlossaryEntry"("organizationId", "id");
