-- CreateTable
CREATE TABLE "FormerPagePath" (
    "organizationId" TEXT NOT NULL,
    "spaceId" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "pageId" TEXT NOT NULL,

    PRIMARY KEY ("spaceId", "path"),
    CONSTRAINT "FormerPagePath_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space" ("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "FormerSitePath" (
    "organizationId" TEXT NOT NULL,
    "siteId" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "targetId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("siteId", "path", "targetId"),
    CONSTRAINT "FormerSitePath_organizationId_siteId_fkey" FOREIGN KEY ("organizationId", "siteId") REFERENCES "Site" ("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "FormerBasename" (
    "organizationId" TEXT NOT NULL,
    "basename" TEXT NOT NULL,
    "siteId" TEXT NOT NULL,

    PRIMARY KEY ("organizationId", "basename"),
    CONSTRAINT "FormerBasename_organizationId_siteId_fkey" FOREIGN KEY ("organizationId", "siteId") REFERENCES "Site" ("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "FormerBasename_siteId_idx" ON "FormerBasename"("siteId");
