-- AlterTable
ALTER TABLE "Blob" ADD COLUMN     "inObjectStorage" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "ObjectDeletion" (
    "organizationId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ObjectDeletion_pkey" PRIMARY KEY ("organizationId","hash")
);
