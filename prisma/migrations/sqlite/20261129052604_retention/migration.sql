-- AlterTable
ALTER TABLE "Organization" ADD COLUMN "eventRetention" INTEGER;
ALTER TABLE "Organization" ADD COLUMN "jobRetention" INTEGER;
ALTER TABLE "Organization" ADD COLUMN "mailRetention" INTEGER;
ALTER TABLE "Organization" ADD COLUMN "pdfRetention" INTEGER;
ALTER TABLE "Organization" ADD COLUMN "revisionRetention" INTEGER;

-- AlterTable
ALTER TABLE "Revision" ADD COLUMN "removedEdits" INTEGER;
