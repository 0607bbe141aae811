-- AlterTable
ALTER TABLE "Site" ADD COLUMN     "structureVersion" INTEGER NOT NULL DEFAULT 0;
