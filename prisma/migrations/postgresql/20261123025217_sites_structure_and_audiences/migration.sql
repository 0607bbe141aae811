-- AlterTable
ALTER TABLE "Organization" ADD COLUMN     "visitorKey" TEXT;

-- AlterTable
ALTER TABLE "Site" ADD COLUMN     "adaptiveSchema" TEXT,
ADD COLUMN     "adaptiveSchemaUpdatedAt" TIMESTAMP(3),
ADD COLUMN     "confirmedHostname" TEXT,
ADD COLUMN     "customization" JSONB,
ADD COLUMN     "fallbackUrl" TEXT,
ADD COLUMN     "oldSigningKey" TEXT,
ADD COLUMN     "oldSigningKeyEndsAt" TIMESTAMP(3),
ADD COLUMN     "signingKey" TEXT;

-- AlterTable
ALTER TABLE "SiteSpace" ADD COLUMN     "condition" TEXT,
ADD COLUMN     "sectionId" TEXT,
ALTER COLUMN "position" SET DATA TYPE TEXT USING lpad("position"::text, 8, '0') || '1';

-- CreateTable
CREATE TABLE "SiteSection" (
    "id" TEXT NOT NULL,
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
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "SiteSection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SiteSectionGroup" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "siteId" TEXT NOT NULL,
    "parentId" TEXT,
    "title" TEXT NOT NULL,
    "icon" TEXT,
    "position" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "SiteSectionGroup_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ShareLink" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "siteId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL,
    "key" TEXT NOT NULL,
    "keyHash" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ShareLink_pkey" PRIMARY KEY ("id")
);

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

-- CreateIndex
CREATE INDEX "SiteSpace_siteId_position_id_idx" ON "SiteSpace"("siteId", "position", "id");

-- CreateIndex
CREATE INDEX "SiteSpace_sectionId_position_id_idx" ON "SiteSpace"("sectionId", "position", "id");

-- AddForeignKey
ALTER TABLE "SiteSpace" ADD CONSTRAINT "SiteSpace_organizationId_sectionId_fkey" FOREIGN KEY ("organizationId", "sectionId") REFERENCES "SiteSection"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteSection" ADD CONSTRAINT "SiteSection_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteSection" ADD CONSTRAINT "SiteSection_organizationId_siteId_fkey" FOREIGN KEY ("organizationId", "siteId") REFERENCES "Site"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteSection" ADD CONSTRAINT "SiteSection_organizationId_groupId_fkey" FOREIGN KEY ("organizationId", "groupId") REFERENCES "SiteSectionGroup"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteSectionGroup" ADD CONSTRAINT "SiteSectionGroup_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteSectionGroup" ADD CONSTRAINT "SiteSectionGroup_organizationId_siteId_fkey" FOREIGN KEY ("organizationId", "siteId") REFERENCES "Site"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteSectionGroup" ADD CONSTRAINT "SiteSectionGroup_organizationId_parentId_fkey" FOREIGN KEY ("organizationId", "parentId") REFERENCES "SiteSectionGroup"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ShareLink" ADD CONSTRAINT "ShareLink_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ShareLink" ADD CONSTRAINT "ShareLink_organizationId_siteId_fkey" FOREIGN KEY ("organizationId", "siteId") REFERENCES "Site"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
