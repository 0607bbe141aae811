-- AlterTable
ALTER TABLE "OpenAPISpec" ADD COLUMN "lastProcessedNotices" JSONB;
