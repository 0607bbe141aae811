-- AlterTable
ALTER TABLE "Link" ADD COLUMN "anchorKey" TEXT;
