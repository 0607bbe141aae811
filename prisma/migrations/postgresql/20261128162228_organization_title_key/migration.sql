-- AlterTable
ALTER TABLE "Organization" ADD COLUMN     "titleKey" TEXT NOT NULL DEFAULT '';
