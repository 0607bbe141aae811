-- AlterTable
ALTER TABLE "RenderedPdf" DROP CONSTRAINT "RenderedPdf_pkey",
ADD COLUMN     "part" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "parts" INTEGER NOT NULL DEFAULT 1,
ADD CONSTRAINT "RenderedPdf_pkey" PRIMARY KEY ("organizationId", "hash", "part");
