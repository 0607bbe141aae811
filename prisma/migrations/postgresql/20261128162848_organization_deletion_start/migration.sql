-- AlterTable
ALTER TABLE "OrganizationDeletion" ADD COLUMN     "startedAt" TIMESTAMP(3);
