-- The double-entry ledger: accounts, transfers (tx) and their entries, and post(), the one way money moves.
-- All amounts are msat. A positive amount adds to an account; the entries of one transfer sum to zero.

-- An account is touched or append-only.
-- Touched: its row is locked by each transfer and holds the balance, so a debit can be refused. Users, receivables and
-- suspense (money comes out of it only as far as it went in, and so rarely that nobody waits for its lock).
-- Append-only: a transfer writes only the entry; the balance is the rolled-up balance plus the entries after it. That is for
-- accounts in nearly every transfer, whose row would be a queue, and whose balance is no condition of it: lightning,
-- routing_fees, inflight (what is held follows from the states of payouts; the audit watches it), house (may go negative).
-- platform_fee is append-only too, but it may not go negative: only a debit of it locks the row and sums up.
CREATE TABLE account (
  id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (
    kind IN ('user', 'lightning', 'routing_fees', 'inflight', 'platform_fee', 'house', 'receivable', 'suspense')
  ),
  -- The person of a user or receivable account. No foreign key: the account of a deleted person stays.
  owner uuid CHECK ((owner IS NOT NULL) = (kind IN ('user', 'receivable'))),
  overdraft boolean NOT NULL,
  append_only boolean NOT NULL DEFAULT FALSE,
  balance bigint NOT NULL DEFAULT 0,
  -- Grows by one with each transfer that touches the row.
  version bigint NOT NULL DEFAULT 0,
  -- Append-only: entries of transactions before this one are in `balance`.
  rolled_up_to xid8 NOT NULL DEFAULT '0',
  CHECK (overdraft OR append_only OR balance >= 0)
) WITH (fillfactor = 70);

CREATE INDEX account_owner ON account (owner) WHERE owner IS NOT NULL;

CREATE TABLE tx (
  -- UUIDv7 made after the accounts are locked, so that transfers of one touched account stand in the order they happened.
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (
    kind IN (
      'content-payment', 'deposit', 'address-receipt', 'internal-payment', 'top-up', 'ticket-sale',
      'withdraw-reserve', 'withdraw-settle', 'withdraw-release', 'withdraw-late',
      'forward-reserve', 'forward-settle', 'forward-release', 'forward-late',
      'suspense', 'correction'
    )
  ),
  idem text NOT NULL UNIQUE CHECK (length(idem) BETWEEN 1 AND 200),
  request_hash bytea NOT NULL,
  ref_type text,
  ref_id uuid,
  occurred_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  meta jsonb
);

-- tx_id and account_id have no foreign keys: each check locks the row it points to, and the row of an account in nearly every
-- transfer is what we must not touch (a transfer takes half as long without). post() takes both ids from the rows themselves,
-- rows of account and tx are never deleted, and the audit looks for entries that point nowhere.
CREATE TABLE entry (
  tx_id uuid NOT NULL,
  seq smallint NOT NULL,
  account_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),
  -- NULL on append-only accounts.
  balance_after bigint,
  -- What a statement calls this line; 'platform' on accounts without an owner.
  kind text NOT NULL CHECK (
    kind IN (
      'deposit', 'zap', 'earnings', 'top-up', 'ticket-sale', 'withdraw', 'autoforward', 'zap-sent', 'platform'
    )
  ),
  created_at timestamptz NOT NULL,
  inserted_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (tx_id, seq)
);

-- Statements, newest first; one of all kinds merges the few kinds there are, which spares each entry a second index.
CREATE INDEX entry_statement ON entry (account_id, kind, tx_id, seq);
-- What the roll-up has not taken yet.
CREATE INDEX entry_tail ON entry (account_id, inserted_by) WHERE balance_after IS NULL;

INSERT INTO account (id, code, kind, overdraft, append_only)
VALUES
  ('00000000-0000-7000-8000-000000000001', 'lightning', 'lightning', TRUE, TRUE),
  ('00000000-0000-7000-8000-000000000002', 'routing_fees', 'routing_fees', TRUE, TRUE),
  ('00000000-0000-7000-8000-000000000003', 'inflight', 'inflight', TRUE, TRUE),
  ('00000000-0000-7000-8000-000000000004', 'platform_fee', 'platform_fee', FALSE, TRUE),
  ('00000000-0000-7000-8000-000000000005', 'house', 'house', TRUE, TRUE),
  ('00000000-0000-7000-8000-000000000006', 'suspense', 'suspense', FALSE, FALSE);

-- History is never changed, by nobody: a mistake is put right by another transfer. The serving role has no UPDATE and no
-- DELETE on tx and entry anyway; this stops the owner too.
CREATE FUNCTION refuse_change() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'no row of % is ever changed or deleted', tg_table_name USING ERRCODE = 'PL005';
END $$;
CREATE TRIGGER tx_is_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON tx EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entry_is_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON entry EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_stays BEFORE DELETE OR TRUNCATE ON account EXECUTE FUNCTION refuse_change();

-- The balance of any account. After a restore into another cluster, where transaction numbers begin lower, the mark of the
-- roll-up says nothing; then all entries are summed.
CREATE FUNCTION account_balance(p_account uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN NOT a.append_only THEN a.balance
    WHEN a.rolled_up_to > pg_snapshot_xmin(pg_current_snapshot()) THEN
      (SELECT coalesce(sum(e.amount), 0)::bigint FROM entry e WHERE e.account_id = a.id)
    ELSE
      a.balance + (
        SELECT coalesce(sum(e.amount), 0)::bigint
        FROM entry e
        WHERE e.account_id = a.id AND e.inserted_by >= a.rolled_up_to AND e.balance_after IS NULL
      )
  END
  FROM account a WHERE a.id = p_account
$$;

-- Posts one transfer, or finds it: the same p_idem with the same p_request_hash answers the stored transfer and false.
-- p_codes, p_amounts and p_roles are its legs, debits first: a debit must be covered before any credit counts.
-- Accounts of users and receivables open with their first leg.
-- Planning is switched to generic: planning its statements for each call took longer than running them.
-- PL001 not covered, PL002 same p_idem for another request, PL003 no such account, PL004 the legs are wrong.
CREATE FUNCTION post(
  p_idem text, p_request_hash bytea, p_kind text,
  p_codes text[], p_amounts bigint[], p_roles text[],
  p_ref_type text, p_ref_id uuid, p_occurred_at timestamptz, p_meta jsonb,
  OUT tx_id uuid, OUT is_new boolean
) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  v_leg_count CONSTANT int := cardinality(p_amounts);
  v_sum bigint := 0;
  v_has_credit boolean := FALSE;
  v_debits text[] := '{}';
  v_may_open boolean := TRUE;
  v_ids uuid[];
  v_codes text[];
  v_overdrafts boolean[];
  v_append_only boolean[];
  v_balances bigint[];
  v_leg_ids uuid[] := '{}';
  v_afters bigint[] := '{}';
  v_now timestamptz;
  v_us bigint;
  v_stored_hash bytea;
  k int;
BEGIN
  IF v_leg_count NOT BETWEEN 2 AND 200 OR cardinality(p_codes) <> v_leg_count OR cardinality(p_roles) <> v_leg_count THEN
    RAISE EXCEPTION 'a transfer has 2 to 200 legs' USING ERRCODE = 'PL004';
  END IF;
  FOR i IN 1..v_leg_count LOOP
    v_sum := v_sum + p_amounts[i];
    IF p_amounts[i] > 0 THEN
      v_has_credit := TRUE;
    ELSIF p_amounts[i] < 0 AND NOT v_has_credit THEN
      v_debits := v_debits || p_codes[i];
    ELSE
      RAISE EXCEPTION 'a leg is zero or a debit comes after a credit' USING ERRCODE = 'PL004';
    END IF;
  END LOOP;
  IF v_sum <> 0 THEN
    RAISE EXCEPTION 'the legs sum to %', v_sum USING ERRCODE = 'PL004';
  END IF;

  -- Two turns at most: the second after opening what was missing.
  LOOP
    SELECT array_agg(id), array_agg(code), array_agg(overdraft), array_agg(append_only), array_agg(balance)
    INTO v_ids, v_codes, v_overdrafts, v_append_only, v_balances
    FROM (
      SELECT * FROM (
        SELECT id, code, overdraft, append_only, CASE WHEN NOT append_only THEN balance END AS balance
        FROM account
        WHERE code = any(p_codes) AND (NOT append_only OR (NOT overdraft AND code = any(v_debits)))
        ORDER BY id
        FOR NO KEY UPDATE
      ) locked
      UNION ALL
      SELECT id, code, overdraft, append_only, NULL
      FROM account
      WHERE code = any(p_codes) AND append_only AND (overdraft OR code <> all(v_debits))
    ) found;
    EXIT WHEN p_codes <@ v_codes;
    IF NOT v_may_open THEN
      RAISE EXCEPTION 'no such account among %', p_codes USING ERRCODE = 'PL003';
    END IF;
    v_may_open := FALSE;
    INSERT INTO account (id, code, kind, owner, overdraft)
    SELECT gen_random_uuid(), code, split_part(code, ':', 1), split_part(code, ':', 2)::uuid, code LIKE 'receivable:%'
    FROM (SELECT DISTINCT unnest(p_codes) AS code) wanted
    WHERE code LIKE 'user:%' OR code LIKE 'receivable:%'
    ORDER BY code
    ON CONFLICT (code) DO NOTHING;
  END LOOP;

  v_now := clock_timestamp();
  v_us := (extract(epoch FROM v_now) * 1000000)::bigint;
  -- RFC 9562, section 6.2, method 3: 12 bits of a fraction of the millisecond follow the milliseconds.
  tx_id := (
    lpad(to_hex(v_us / 1000), 12, '0') || '7' || lpad(to_hex(v_us % 1000 * 4096 / 1000), 3, '0')
    || right(replace(gen_random_uuid()::text, '-', ''), 16)
  )::uuid;
  INSERT INTO tx (id, kind, idem, request_hash, ref_type, ref_id, occurred_at, created_at, meta)
  VALUES (tx_id, p_kind, p_idem, p_request_hash, p_ref_type, p_ref_id, coalesce(p_occurred_at, v_now), v_now, p_meta)
  ON CONFLICT (idem) DO NOTHING;
  is_new := found;
  IF NOT is_new THEN
    SELECT id, request_hash INTO tx_id, v_stored_hash FROM tx WHERE idem = p_idem;
    IF v_stored_hash IS DISTINCT FROM p_request_hash THEN
      RAISE EXCEPTION 'idempotency key % belongs to another request', p_idem USING ERRCODE = 'PL002';
    END IF;
    RETURN;
  END IF;

  FOR i IN 1..v_leg_count LOOP
    k := array_position(v_codes, p_codes[i]);
    IF p_amounts[i] < 0 AND NOT v_overdrafts[k] THEN
      IF v_balances[k] IS NULL THEN
        v_balances[k] := account_balance(v_ids[k]);
      END IF;
      IF v_balances[k] + p_amounts[i] < 0 THEN
        RAISE EXCEPTION '% has % msat, % are needed', p_codes[i], v_balances[k], -p_amounts[i] USING ERRCODE = 'PL001';
      END IF;
    END IF;
    v_balances[k] := v_balances[k] + p_amounts[i];
    v_leg_ids := v_leg_ids || v_ids[k];
    v_afters := v_afters || CASE WHEN NOT v_append_only[k] THEN v_balances[k] END;
  END LOOP;

  UPDATE account SET balance = changed.balance, version = version + 1
  FROM unnest(v_ids, v_balances) changed(id, balance)
  WHERE account.id = changed.id AND NOT append_only;

  INSERT INTO entry (tx_id, seq, account_id, amount, balance_after, kind, created_at)
  SELECT post.tx_id, leg.seq, leg.account_id, leg.amount, leg.balance_after, leg.kind, v_now
  FROM unnest(v_leg_ids, p_amounts, v_afters, p_roles) WITH ORDINALITY leg(account_id, amount, balance_after, kind, seq);
END $$;
