-- CreateTable
CREATE TABLE "ConflictResolution" (
    "organizationId" TEXT NOT NULL,
    "changeRequestId" TEXT NOT NULL,
    "conflictId" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "choice" TEXT NOT NULL,
    "value" TEXT,
    "resolvedById" TEXT NOT NULL,
    "resolvedAt" DATETIME NOT NULL,

    PRIMARY KEY ("changeRequestId", "conflictId"),
    CONSTRAINT "ConflictResolution_organizationId_changeRequestId_fkey" FOREIGN KEY ("organizationId", "changeRequestId") REFERENCES "ChangeRequest" ("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ConflictResolution_resolvedById_fkey" FOREIGN KEY ("resolvedById") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "ConflictResolution_changeRequestId_subject_idx" ON "ConflictResolution"("changeRequestId", "subject");
