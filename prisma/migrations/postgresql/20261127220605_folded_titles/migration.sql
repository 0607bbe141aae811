-- AlterTable. Lists are ordered by these columns as by the bytes of the texts, whatever the locale of the database.
ALTER TABLE "ChangeRequest" ADD COLUMN "subjectKey" TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE "Collection" ADD COLUMN "titleKey" TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE "Space" ADD COLUMN "titleKey" TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE "Site" ALTER COLUMN "titleKey" TYPE TEXT COLLATE "C";
ALTER TABLE "Team" ALTER COLUMN "titleKey" TYPE TEXT COLLATE "C";
