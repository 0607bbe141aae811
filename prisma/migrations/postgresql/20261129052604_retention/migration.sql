-- AlterTable
ALTER TABLE "Organization" ADD COLUMN     "eventRetention" INTEGER,
ADD COLUMN     "jobRetention" INTEGER,
ADD COLUMN     "mailRetention" INTEGER,
ADD COLUMN     "pdfRetention" INTEGER,
ADD COLUMN     "revisionRetention" INTEGER;

-- AlterTable
ALTER TABLE "Revision" ADD COLUMN     "removedEdits" INTEGER;
