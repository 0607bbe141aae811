-- What a transaction requires at its commit: the statement fails with a code of its own if it is not so.
CREATE FUNCTION docgraph_require(held BOOLEAN) RETURNS BOOLEAN LANGUAGE plpgsql AS $$
BEGIN
  IF NOT held THEN
    RAISE EXCEPTION 'A row that the transaction requires is gone' USING ERRCODE = 'RQ001';
  END IF;
  RETURN held;
END
$$;
