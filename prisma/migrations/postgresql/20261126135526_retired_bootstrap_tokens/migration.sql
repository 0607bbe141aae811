-- CreateTable
CREATE TABLE "RetiredBootstrapToken" (
    "hash" TEXT NOT NULL,
    "retiredAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "RetiredBootstrapToken_pkey" PRIMARY KEY ("hash")
);
