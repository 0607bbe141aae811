-- CreateTable
CREATE TABLE "ConflictResolution" (
    "organizationId" TEXT NOT NULL,
    "changeRequestId" TEXT NOT NULL,
    "conflictId" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "choice" TEXT NOT NULL,
    "value" TEXT,
    "resolvedById" TEXT NOT NULL,
    "resolvedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ConflictResolution_pkey" PRIMARY KEY ("changeRequestId","conflictId")
);

-- CreateIndex
CREATE INDEX "ConflictResolution_changeRequestId_subject_idx" ON "ConflictResolution"("changeRequestId", "subject");

-- AddForeignKey
ALTER TABLE "ConflictResolution" ADD CONSTRAINT "ConflictResolution_organizationId_changeRequestId_fkey" FOREIGN KEY ("organizationId", "changeRequestId") REFERENCES "ChangeRequest"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConflictResolution" ADD CONSTRAINT "ConflictResolution_resolvedById_fkey" FOREIGN KEY ("resolvedById") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
