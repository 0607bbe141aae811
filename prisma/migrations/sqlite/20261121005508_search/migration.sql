-- CreateTable
CREATE TABLE "SearchPage" (
    "number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "organizationId" TEXT NOT NULL,
    "spaceId" TEXT NOT NULL,
    "pageId" TEXT NOT NULL,
    "length" INTEGER NOT NULL,
    "titleLength" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "ancestors" JSONB NOT NULL,
    "blobHash" TEXT NOT NULL,
    "terms" TEXT NOT NULL,
    "words" TEXT NOT NULL,
    CONSTRAINT "SearchPage_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space" ("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SearchSpace" (
    "spaceId" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "pages" INTEGER NOT NULL,
    "length" INTEGER NOT NULL,
    CONSTRAINT "SearchSpace_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space" ("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "SearchPage_pageId_key" ON "SearchPage"("pageId");

-- CreateIndex
CREATE INDEX "SearchPage_spaceId_length_idx" ON "SearchPage"("spaceId", "length");

-- CreateIndex
CREATE UNIQUE INDEX "SearchSpace_organizationId_spaceId_key" ON "SearchSpace"("organizationId", "spaceId");

-- What finds candidates, outside Prisma's models (src/store/drift.ts). Every token carries the last characters of its
-- organization's id, so that no query walks through what another organization wrote; the space is a token of its own.
-- Tokens are made by the application: the tokenizer `ascii` takes them as they are.
CREATE VIRTUAL TABLE "search_fts" USING fts5("terms", content='', contentless_delete=1, detail='none', tokenize='ascii');

CREATE TRIGGER "search_fts_insert" AFTER INSERT ON "SearchPage" BEGIN
    INSERT INTO "search_fts" (rowid, "terms") VALUES (NEW."number", replace(' ¤' || substr(NEW."spaceId", -8) || NEW."terms", ' ', ' ' || substr(NEW."organizationId", -8)));
END;

CREATE TRIGGER "search_fts_delete" AFTER DELETE ON "SearchPage" BEGIN
    DELETE FROM "search_fts" WHERE rowid = OLD."number";
END;

CREATE TRIGGER "search_fts_update" AFTER UPDATE OF "organizationId", "spaceId", "terms" ON "SearchPage" BEGIN
    DELETE FROM "search_fts" WHERE rowid = OLD."number";
    INSERT INTO "search_fts" (rowid, "terms") VALUES (NEW."number", replace(' ¤' || substr(NEW."spaceId", -8) || NEW."terms", ' ', ' ' || substr(NEW."organizationId", -8)));
END;
