-- AlterTable
ALTER TABLE "AccessToken" ADD COLUMN     "lastUsedAddress" TEXT;

-- AlterTable
ALTER TABLE "Organization" ADD COLUMN     "deletedAt" TIMESTAMP(3),
ADD COLUMN     "maxMembers" INTEGER,
ADD COLUMN     "maxSpaces" INTEGER,
ADD COLUMN     "maxTokenDays" INTEGER;

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "erasedAt" TIMESTAMP(3),
ADD COLUMN     "organizationId" TEXT,
ALTER COLUMN "email" DROP NOT NULL;

-- CreateTable
CREATE TABLE "OrganizationDeletion" (
    "organizationId" TEXT NOT NULL,
    "requestedById" TEXT NOT NULL,
    "requestedAt" TIMESTAMP(3) NOT NULL,
    "removeAt" TIMESTAMP(3) NOT NULL,
    "removedAt" TIMESTAMP(3),

    CONSTRAINT "OrganizationDeletion_pkey" PRIMARY KEY ("organizationId")
);

-- CreateTable
CREATE TABLE "OrganizationImport" (
    "organizationId" TEXT NOT NULL,
    "archive" TEXT NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "idSeed" TEXT,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "finishedAt" TIMESTAMP(3),

    CONSTRAINT "OrganizationImport_pkey" PRIMARY KEY ("organizationId")
);

-- CreateTable
CREATE TABLE "BlockedToken" (
    "organizationId" TEXT NOT NULL,
    "tokenId" TEXT NOT NULL,
    "blockedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "BlockedToken_pkey" PRIMARY KEY ("organizationId","tokenId")
);

-- CreateIndex
CREATE INDEX "OrganizationDeletion_removedAt_removeAt_idx" ON "OrganizationDeletion"("removedAt", "removeAt");

-- CreateIndex
CREATE INDEX "BlockedToken_tokenId_idx" ON "BlockedToken"("tokenId");

-- AddForeignKey
ALTER TABLE "OrganizationImport" ADD CONSTRAINT "OrganizationImport_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "User" ADD CONSTRAINT "User_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BlockedToken" ADD CONSTRAINT "BlockedToken_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BlockedToken" ADD CONSTRAINT "BlockedToken_tokenId_fkey" FOREIGN KEY ("tokenId") REFERENCES "AccessToken"("id") ON DELETE CASCADE ON UPDATE CASCADE;
