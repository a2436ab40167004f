-- Transfers of one transaction are posted together: each statement runs once for all of them, where post() ran its four for
-- each. One transfer is a batch of one.

DROP FUNCTION post(text, bytea, text, text[], bigint[], text[], text, uuid, timestamptz, jsonb);

-- Posts transfers one after another, in their order, or finds them: a p_idems[n] that is there with the same request hash
-- answers the stored transfer and false. The legs of all stand behind each other, p_leg_counts[n] for each transfer, its
-- debits first: a debit must be covered before any credit of its transfer counts.
-- All are posted or none. Accounts of users and receivables open with their first leg.
-- Planning is switched to generic: planning its statements for each call took longer than running them.
-- PL001 not covered, PL002 same idem for another request, PL003 no such account, PL004 the legs are wrong.
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
