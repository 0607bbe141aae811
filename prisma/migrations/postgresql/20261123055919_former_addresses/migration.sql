-- CreateTable
CREATE TABLE "FormerPagePath" (
    "organizationId" TEXT NOT NULL,
    "spaceId" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "pageId" TEXT NOT NULL,

    CONSTRAINT "FormerPagePath_pkey" PRIMARY KEY ("spaceId","path")
);

-- CreateTable
CREATE TABLE "FormerSitePath" (
    "organizationId" TEXT NOT NULL,
    "siteId" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "targetId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "FormerSitePath_pkey" PRIMARY KEY ("siteId","path","targetId")
);

-- CreateTable
CREATE TABLE "FormerBasename" (
    "organizationId" TEXT NOT NULL,
    "basename" TEXT NOT NULL,
    "siteId" TEXT NOT NULL,

    CONSTRAINT "FormerBasename_pkey" PRIMARY KEY ("organizationId","basename")
);

-- CreateIndex
CREATE INDEX "FormerBasename_siteId_idx" ON "FormerBasename"("siteId");

-- AddForeignKey
ALTER TABLE "FormerPagePath" ADD CONSTRAINT "FormerPagePath_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FormerSitePath" ADD CONSTRAINT "FormerSitePath_organizationId_siteId_fkey" FOREIGN KEY ("organizationId", "siteId") REFERENCES "Site"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FormerBasename" ADD CONSTRAINT "FormerBasename_organizationId_siteId_fkey" FOREIGN KEY ("organizationId", "siteId") REFERENCES "Site"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
