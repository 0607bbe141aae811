-- CreateTable
CREATE TABLE "FieldUse" (
    "day" TEXT NOT NULL,
    "client" TEXT NOT NULL,
    "clientVersion" TEXT NOT NULL,
    "field" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,

    CONSTRAINT "FieldUse_pkey" PRIMARY KEY ("day","client","clientVersion","field")
);

-- CreateIndex
CREATE INDEX "FieldUse_field_day_idx" ON "FieldUse"("field", "day");
