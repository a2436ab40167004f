-- baseline: the double-entry ledger: accounts, transfers (tx) and their entries, and post_all(), the only way money moves.
-- All amounts are msat. A positive amount adds to an account. The entries of one transfer sum to zero.

-- An account is either locked or append-only.
-- Locked: each transfer locks the row, which holds the balance, so a debit can be refused. Users, receivables and suspense
-- (its debits never exceed its credits, and are rare).
-- Append-only: a transfer writes only the entry. The balance is the rolled-up balance plus the entries after it. For accounts
-- that nearly every transfer uses, whose row would be a queue, and whose balance is no condition of a transfer: lightning,
-- routing_fees, inflight (what is held follows from the states of payouts; the audit watches it), house (may be negative).
-- platform_fee is append-only too, but may not be negative: only a debit of it locks the row and sums up.
CREATE TABLE account (
  id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (
    kind IN ('user', 'lightning', 'routing_fees', 'inflight', 'platform_fee', 'house', 'receivable', 'suspense')
  ),
  -- The user of a user or receivable account. No foreign key: the account of a deleted user stays.
  owner uuid CHECK ((owner IS NOT NULL) = (kind IN ('user', 'receivable'))),
  overdraft boolean NOT NULL,
  append_only boolean NOT NULL DEFAULT FALSE,
  balance bigint NOT NULL DEFAULT 0,
  -- Grows by one with each transfer that updates the row.
  version bigint NOT NULL DEFAULT 0,
  -- Append-only: entries of transactions before this one are in `balance`.
  rolled_up_to xid8 NOT NULL DEFAULT '0',
  closed_at timestamptz,
  CHECK (overdraft OR append_only OR balance >= 0),
  CHECK (closed_at IS NULL OR (kind = 'user' AND balance = 0))
) WITH (fillfactor = 70);
CREATE INDEX account_owner ON account (owner) WHERE owner IS NOT NULL;

INSERT INTO account (id, code, kind, overdraft, append_only)
VALUES
  ('00000000-0000-7000-8000-000000000001', 'lightning', 'lightning', TRUE, TRUE),
  ('00000000-0000-7000-8000-000000000002', 'routing_fees', 'routing_fees', TRUE, TRUE),
  ('00000000-0000-7000-8000-000000000003', 'inflight', 'inflight', TRUE, TRUE),
  ('00000000-0000-7000-8000-000000000004', 'platform_fee', 'platform_fee', FALSE, TRUE),
  ('00000000-0000-7000-8000-000000000005', 'house', 'house', TRUE, TRUE),
  ('00000000-0000-7000-8000-000000000006', 'suspense', 'suspense', FALSE, FALSE);

CREATE TABLE tx (
  -- UUIDv7, made after the accounts are locked: the ids of transfers of a locked account are in the order they happened.
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (
    kind IN (
      'content-payment', 'deposit', 'address-receipt', 'receive-fee', 'internal-payment', 'top-up', 'ticket-sale',
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

-- tx_id and account_id have no foreign keys: each check would lock the referenced row, and the row of an append-only account
-- must not be locked (a transfer takes half as long without). post_all() takes both ids from the rows themselves, rows of
-- account and tx are never deleted, and the audit looks for entries without them.
CREATE TABLE entry (
  tx_id uuid NOT NULL,
  seq smallint NOT NULL,
  account_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),
  -- Null for append-only accounts.
  balance_after bigint,
  -- The kind of statement line; 'platform' for accounts without an owner.
  kind text NOT NULL CHECK (
    kind IN (
      'deposit', 'zap', 'earnings', 'top-up', 'ticket-sale', 'withdraw', 'autoforward', 'zap-sent', 'platform'
    )
  ),
  created_at timestamptz NOT NULL,
  inserted_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (tx_id, seq)
);
-- Statements, newest first. A statement of all kinds merges the few kinds, which spares each entry a second index.
CREATE INDEX entry_statement ON entry (account_id, kind, tx_id, seq);
-- What the roll-up has not taken yet.
CREATE INDEX entry_tail ON entry (account_id, inserted_by) WHERE balance_after IS NULL;

-- Nothing that was posted is ever changed: a mistake is corrected by another transfer. The serving role has no UPDATE and no
-- DELETE on tx and entry (server/platform/database/migrate.ts); these triggers stop the owner too.
CREATE FUNCTION refuse_change() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'no row of % is ever changed or deleted', tg_table_name USING ERRCODE = 'PL005';
END $$;
CREATE TRIGGER tx_is_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON tx EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entry_is_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON entry EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_stays BEFORE DELETE OR TRUNCATE ON account EXECUTE FUNCTION refuse_change();

-- The account of a deleted user accepts nothing more; payments to that user go to suspense. Callers check this before they
-- post; the trigger stops one that checked just before the account was closed.
CREATE FUNCTION refuse_closed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is closed', OLD.code USING ERRCODE = 'PL006';
END $$;
CREATE TRIGGER account_closed_takes_nothing BEFORE UPDATE OF balance ON account
  FOR EACH ROW WHEN (OLD.closed_at IS NOT NULL AND NEW.balance <> OLD.balance) EXECUTE FUNCTION refuse_closed();

-- The balance of any account. After a restore into another cluster, where transaction ids begin lower, rolled_up_to means
-- nothing; then all entries are summed.
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

-- Posts transfers one after another, or finds them: if p_idems[n] exists with the same request hash, the result is the stored
-- transfer and false. Each statement runs once for all transfers. p_amounts, p_codes and p_roles hold the legs of all
-- transfers in a row, p_leg_counts[n] of each. Debits come first: a debit must be covered before any credit of its transfer
-- counts. All transfers are posted or none. Accounts of users and receivables are created with their first leg.
-- The plan cache is set to generic: planning the statements for each call took longer than running them.
-- Errors: PL001 not covered, PL002 same idem for another request, PL003 no such account, PL004 the legs are wrong.
CREATE FUNCTION post_all(
  p_idems text[], p_request_hashes bytea[], p_kinds text[],
  p_ref_types text[], p_ref_ids uuid[], p_occurred_ats timestamptz[], p_metas jsonb[],
  p_leg_counts int[], p_codes text[], p_amounts bigint[], p_roles text[],
  OUT tx_ids uuid[], OUT are_new boolean[]
) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  v_count CONSTANT int := cardinality(p_idems);
  v_leg_count CONSTANT int := cardinality(p_amounts);
  v_sum bigint;
  v_has_credit boolean;
  v_debits text[] := '{}';
  v_may_open boolean := TRUE;
  v_ids uuid[];
  v_codes text[];
  v_overdrafts boolean[];
  v_append_only boolean[];
  v_balances bigint[];
  v_touches bigint[];
  v_now timestamptz;
  v_us bigint;
  v_inserted uuid[];
  v_stored_id uuid;
  v_stored_hash bytea;
  v_leg_txs uuid[] := '{}';
  v_seqs int[] := '{}';
  v_leg_ids uuid[] := '{}';
  v_amounts bigint[] := '{}';
  v_afters bigint[] := '{}';
  v_roles text[] := '{}';
  v_touched boolean[];
  i int := 0;
  k int;
BEGIN
  FOR n IN 1..v_count LOOP
    IF p_leg_counts[n] NOT BETWEEN 2 AND 200 THEN
      RAISE EXCEPTION 'a transfer has 2 to 200 legs' USING ERRCODE = 'PL004';
    END IF;
    v_sum := 0;
    v_has_credit := FALSE;
    FOR leg IN 1..p_leg_counts[n] LOOP
      i := i + 1;
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
  END LOOP;
  IF i <> v_leg_count OR cardinality(p_codes) <> i OR cardinality(p_roles) <> i THEN
    RAISE EXCEPTION 'each leg belongs to one transfer' USING ERRCODE = 'PL004';
  END IF;

  -- Two turns at most: the second after opening what was missing.
  LOOP
    SELECT array_agg(id), array_agg(code), array_agg(overdraft), array_agg(append_only), array_agg(balance), array_agg(0)
    INTO v_ids, v_codes, v_overdrafts, v_append_only, v_balances, v_touches
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
  tx_ids := '{}';
  are_new := '{}';
  FOR n IN 1..v_count LOOP
    -- A microsecond apart, which is less than it takes to write one, so that they stand in their order and before whatever
    -- waits for their accounts. RFC 9562, section 6.2, method 3: 12 bits of a fraction follow the milliseconds.
    v_us := (extract(epoch FROM v_now) * 1000000)::bigint + n - 1;
    tx_ids := tx_ids || (
      lpad(to_hex(v_us / 1000), 12, '0') || '7' || lpad(to_hex(v_us % 1000 * 4096 / 1000), 3, '0')
      || right(replace(gen_random_uuid()::text, '-', ''), 16)
    )::uuid;
  END LOOP;
  WITH inserted AS (
    INSERT INTO tx (id, kind, idem, request_hash, ref_type, ref_id, occurred_at, created_at, meta)
    SELECT id, kind, idem, request_hash, ref_type, ref_id, coalesce(occurred_at, v_now), v_now, meta
    FROM unnest(tx_ids, p_kinds, p_idems, p_request_hashes, p_ref_types, p_ref_ids, p_occurred_ats, p_metas)
      row(id, kind, idem, request_hash, ref_type, ref_id, occurred_at, meta)
    ON CONFLICT (idem) DO NOTHING
    RETURNING id
  )
  SELECT array_agg(id) INTO v_inserted FROM inserted;

  i := 0;
  FOR n IN 1..v_count LOOP
    are_new := are_new || coalesce(tx_ids[n] = any(v_inserted), FALSE);
    IF NOT are_new[n] THEN
      SELECT id, request_hash INTO v_stored_id, v_stored_hash FROM tx WHERE idem = p_idems[n];
      IF v_stored_hash IS DISTINCT FROM p_request_hashes[n] THEN
        RAISE EXCEPTION 'idempotency key % belongs to another request', p_idems[n] USING ERRCODE = 'PL002';
      END IF;
      tx_ids[n] := v_stored_id;
      i := i + p_leg_counts[n];
      CONTINUE;
    END IF;
    v_touched := '{}';
    FOR leg IN 1..p_leg_counts[n] LOOP
      i := i + 1;
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
      IF v_touched[k] IS NULL THEN
        v_touched[k] := TRUE;
        v_touches[k] := v_touches[k] + 1;
      END IF;
      v_leg_txs := v_leg_txs || tx_ids[n];
      v_seqs := v_seqs || leg;
      v_leg_ids := v_leg_ids || v_ids[k];
      v_amounts := v_amounts || p_amounts[i];
      v_afters := v_afters || CASE WHEN NOT v_append_only[k] THEN v_balances[k] END;
      v_roles := v_roles || p_roles[i];
    END LOOP;
  END LOOP;

  UPDATE account SET balance = changed.balance, version = version + changed.touches
  FROM unnest(v_ids, v_balances, v_touches) changed(id, balance, touches)
  WHERE account.id = changed.id AND NOT append_only AND changed.touches > 0;

  INSERT INTO entry (tx_id, seq, account_id, amount, balance_after, kind, created_at)
  SELECT leg.tx_id, leg.seq, leg.account_id, leg.amount, leg.balance_after, leg.kind, v_now
  FROM unnest(v_leg_txs, v_seqs, v_leg_ids, v_amounts, v_afters, v_roles)
    leg(tx_id, seq, account_id, amount, balance_after, kind);
END $$;
