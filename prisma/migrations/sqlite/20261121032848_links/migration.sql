-- CreateTable
CREATE TABLE "Link" (
    "organizationId" TEXT NOT NULL,
    "spaceId" TEXT NOT NULL,
    "pageId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "relation" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "targetId" TEXT,
    "targetSpaceId" TEXT,
    "anchor" TEXT,
    "asked" TEXT,
    "askedToo" TEXT,
    "address" TEXT NOT NULL,
    "places" JSONB NOT NULL,

    PRIMARY KEY ("spaceId", "pageId", "position"),
    CONSTRAINT "Link_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space" ("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "LinkHeadings" (
    "organizationId" TEXT NOT NULL,
    "spaceId" TEXT NOT NULL,
    "pageId" TEXT NOT NULL PRIMARY KEY,
    "anchors" TEXT NOT NULL,
    CONSTRAINT "LinkHeadings_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space" ("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "LinkSpace" (
    "spaceId" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    CONSTRAINT "LinkSpace_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space" ("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Link_spaceId_asked_idx" ON "Link"("spaceId", "asked");

-- CreateIndex
CREATE INDEX "Link_targetId_idx" ON "Link"("targetId");

-- CreateIndex
CREATE INDEX "LinkHeadings_spaceId_idx" ON "LinkHeadings"("spaceId");

-- CreateIndex
CREATE UNIQUE INDEX "LinkSpace_organizationId_spaceId_key" ON "LinkSpace"("organizationId", "spaceId");
