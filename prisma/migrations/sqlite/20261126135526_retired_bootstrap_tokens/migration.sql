-- CreateTable
CREATE TABLE "RetiredBootstrapToken" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "retiredAt" DATETIME NOT NULL
);
