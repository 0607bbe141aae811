-- CreateTable
CREATE TABLE "SearchPage" (
    "number" SERIAL NOT NULL,
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

    CONSTRAINT "SearchPage_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "SearchSpace" (
    "spaceId" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "pages" INTEGER NOT NULL,
    "length" INTEGER NOT NULL,

    CONSTRAINT "SearchSpace_pkey" PRIMARY KEY ("spaceId")
);

-- CreateIndex
CREATE UNIQUE INDEX "SearchPage_pageId_key" ON "SearchPage"("pageId");

-- CreateIndex
CREATE INDEX "SearchPage_spaceId_length_idx" ON "SearchPage"("spaceId", "length");

-- CreateIndex
CREATE UNIQUE INDEX "SearchSpace_organizationId_spaceId_key" ON "SearchSpace"("organizationId", "spaceId");

-- AddForeignKey
ALTER TABLE "SearchPage" ADD CONSTRAINT "SearchPage_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SearchSpace" ADD CONSTRAINT "SearchSpace_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What finds candidates, outside Prisma's models, which have neither functions nor indexes of expressions. Every token
-- carries the last characters of its organization's id, so that no query walks through what another organization wrote;
-- the space is a token of its own. Tokens are made by the application and taken as they are. The cost tells the planner
-- that the index is worth it for a small table too: it takes PL/pgSQL, as functions in SQL are replaced by their text.
CREATE FUNCTION "search_terms_of"("organizationId" TEXT, "spaceId" TEXT, "terms" TEXT) RETURNS TSVECTOR
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $$
BEGIN
    RETURN array_to_tsvector(string_to_array(btrim(replace(' ¤' || right("spaceId", 8) || "terms", ' ', ' ' || right("organizationId", 8))), ' '));
END
$$;

CREATE INDEX "search_terms" ON "SearchPage" USING gin ("search_terms_of"("organizationId", "spaceId", "terms"));
