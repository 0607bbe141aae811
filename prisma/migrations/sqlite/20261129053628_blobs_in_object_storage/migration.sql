-- AlterTable
-- Not the rebuild that Prisma drafts: it would copy all contents.
ALTER TABLE "Blob" ADD COLUMN "inObjectStorage" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "ObjectDeletion" (
    "organizationId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,

    PRIMARY KEY ("organizationId", "hash")
);
