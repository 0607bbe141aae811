-- AlterTable
ALTER TABLE "OrganizationDeletion" ADD COLUMN "startedAt" DATETIME;
