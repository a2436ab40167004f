-- The double-entry ledger: accounts, transfers (tx) and their entries, and post(), the one way money moves.
-- All amounts are msat. A positive amount adds to an account; the entries of one transfer sum to zero.

-- An account is touched or append-only.
-- Touched: its row is locked by each transfer and holds the balance, so a debit can be refused. Users, receivables and
-- suspense (money comes out of it only as far as it went in, and so rarely that nobody waits for its lock).
-- Append-only: a transfer writes only the entry; the balance is the rolled-up balance plus the entries after it. That is for
-- accounts in nearly every transfer, whose row would be a queue, and whose balance is no condition of it: lightning,
-- routing_fees, inflight (what is held follows from the states of payouts; the audit watches it), house (may go negative).
-- platform_fee is append-only too, but it may not go negative: only a debit of it locks the row and sums up.
create table account (
  id uuid primary key,
  code text not null unique,
  kind text not null check (
    kind in ('user', 'lightning', 'routing_fees', 'inflight', 'platform_fee', 'house', 'receivable', 'suspense')
  ),
  -- The person of a user or receivable account. No foreign key: the account of a deleted person stays.
  owner uuid check ((owner is not null) = (kind in ('user', 'receivable'))),
  overdraft boolean not null,
  append_only boolean not null default false,
  balance bigint not null default 0,
  -- Grows by one with each transfer that touches the row.
  version bigint not null default 0,
  -- Append-only: entries of transactions before this one are in `balance`.
  rolled_up_to xid8 not null default '0',
  check (overdraft or append_only or balance >= 0)
) with (fillfactor = 70);

create index account_owner on account (owner) where owner is not null;

create table tx (
  -- UUIDv7 made after the accounts are locked, so that transfers of one touched account stand in the order they happened.
  id uuid primary key,
  kind text not null check (
    kind in (
      'content-payment', 'deposit', 'address-receipt', 'internal-payment', 'top-up', 'ticket-sale',
      'withdraw-reserve', 'withdraw-settle', 'withdraw-release', 'withdraw-late',
      'forward-reserve', 'forward-settle', 'forward-release', 'forward-late',
      'suspense', 'correction'
    )
  ),
  idem text not null unique check (length(idem) between 1 and 200),
  request_hash bytea not null,
  ref_type text,
  ref_id uuid,
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  meta jsonb
);

create table entry (
  tx_id uuid not null references tx,
  seq smallint not null,
  account_id uuid not null references account,
  amount bigint not null check (amount <> 0),
  -- NULL on append-only accounts.
  balance_after bigint,
  -- What a statement calls this line; 'platform' on accounts without an owner.
  kind text not null check (
    kind in (
      'deposit', 'zap', 'earnings', 'top-up', 'ticket-sale', 'withdraw', 'autoforward', 'zap-sent', 'platform'
    )
  ),
  created_at timestamptz not null,
  inserted_by xid8 not null default pg_current_xact_id(),
  primary key (tx_id, seq)
);

-- Statements, newest first, all kinds and one kind.
create index entry_statement on entry (account_id, tx_id, seq);
create index entry_statement_kind on entry (account_id, kind, tx_id, seq);
-- What the roll-up has not taken yet.
create index entry_tail on entry (account_id, inserted_by) where balance_after is null;

insert into account (id, code, kind, overdraft, append_only)
values
  ('00000000-0000-7000-8000-000000000001', 'lightning', 'lightning', true, true),
  ('00000000-0000-7000-8000-000000000002', 'routing_fees', 'routing_fees', true, true),
  ('00000000-0000-7000-8000-000000000003', 'inflight', 'inflight', true, true),
  ('00000000-0000-7000-8000-000000000004', 'platform_fee', 'platform_fee', false, true),
  ('00000000-0000-7000-8000-000000000005', 'house', 'house', true, true),
  ('00000000-0000-7000-8000-000000000006', 'suspense', 'suspense', false, false);

-- History is never changed, by nobody: a mistake is put right by another transfer. The serving role has no UPDATE and no
-- DELETE here anyway; this stops the owner too.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'no row of % is ever changed or deleted', tg_table_name using errcode = 'PL005';
end $$;
create trigger tx_is_immutable before update or delete or truncate on tx execute function refuse_change();
create trigger entry_is_immutable before update or delete or truncate on entry execute function refuse_change();

-- The balance of any account. After a restore into another cluster, where transaction numbers begin lower, the mark of the
-- roll-up says nothing; then all entries are summed.
create function account_balance(p_account uuid) returns bigint language sql stable as $$
  select case
    when not a.append_only then a.balance
    when a.rolled_up_to > pg_snapshot_xmin(pg_current_snapshot()) then
      (select coalesce(sum(e.amount), 0)::bigint from entry e where e.account_id = a.id)
    else
      a.balance + (
        select coalesce(sum(e.amount), 0)::bigint
        from entry e
        where e.account_id = a.id and e.inserted_by >= a.rolled_up_to and e.balance_after is null
      )
  end
  from account a where a.id = p_account
$$;

-- Posts one transfer, or finds it: the same p_idem with the same p_request_hash answers the stored transfer and false.
-- p_codes, p_amounts and p_roles are its legs, debits first: a debit must be covered before any credit counts.
-- Accounts of users and receivables open with their first leg.
-- PL001 not covered, PL002 same p_idem for another request, PL003 no such account, PL004 the legs are wrong.
create function post(
  p_idem text, p_request_hash bytea, p_kind text,
  p_codes text[], p_amounts bigint[], p_roles text[],
  p_ref_type text, p_ref_id uuid, p_occurred_at timestamptz, p_meta jsonb,
  out tx_id uuid, out is_new boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  v_leg_count constant int := cardinality(p_amounts);
  v_sum bigint := 0;
  v_has_credit boolean := false;
  v_debits text[] := '{}';
  v_may_open boolean := true;
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
begin
  if v_leg_count not between 2 and 200 or cardinality(p_codes) <> v_leg_count or cardinality(p_roles) <> v_leg_count then
    raise exception 'a transfer has 2 to 200 legs' using errcode = 'PL004';
  end if;
  for i in 1..v_leg_count loop
    v_sum := v_sum + p_amounts[i];
    if p_amounts[i] > 0 then
      v_has_credit := true;
    elsif p_amounts[i] < 0 and not v_has_credit then
      v_debits := v_debits || p_codes[i];
    else
      raise exception 'a leg is zero or a debit comes after a credit' using errcode = 'PL004';
    end if;
  end loop;
  if v_sum <> 0 then
    raise exception 'the legs sum to %', v_sum using errcode = 'PL004';
  end if;

  -- Two turns at most: the second after opening what was missing.
  loop
    select array_agg(id), array_agg(code), array_agg(overdraft), array_agg(append_only), array_agg(balance)
    into v_ids, v_codes, v_overdrafts, v_append_only, v_balances
    from (
      select * from (
        select id, code, overdraft, append_only, case when not append_only then balance end as balance
        from account
        where code = any(p_codes) and (not append_only or (not overdraft and code = any(v_debits)))
        order by id
        for no key update
      ) locked
      union all
      select id, code, overdraft, append_only, null
      from account
      where code = any(p_codes) and append_only and (overdraft or code <> all(v_debits))
    ) found;
    exit when p_codes <@ v_codes;
    if not v_may_open then
      raise exception 'no such account among %', p_codes using errcode = 'PL003';
    end if;
    v_may_open := false;
    insert into account (id, code, kind, owner, overdraft)
    select gen_random_uuid(), code, split_part(code, ':', 1), split_part(code, ':', 2)::uuid, code like 'receivable:%'
    from (select distinct unnest(p_codes) as code) wanted
    where code like 'user:%' or code like 'receivable:%'
    order by code
    on conflict (code) do nothing;
  end loop;

  v_now := clock_timestamp();
  v_us := (extract(epoch from v_now) * 1000000)::bigint;
  -- RFC 9562, section 6.2, method 3: 12 bits of a fraction of the millisecond follow the milliseconds.
  tx_id := (
    lpad(to_hex(v_us / 1000), 12, '0') || '7' || lpad(to_hex(v_us % 1000 * 4096 / 1000), 3, '0')
    || right(replace(gen_random_uuid()::text, '-', ''), 16)
  )::uuid;
  insert into tx (id, kind, idem, request_hash, ref_type, ref_id, occurred_at, created_at, meta)
  values (tx_id, p_kind, p_idem, p_request_hash, p_ref_type, p_ref_id, coalesce(p_occurred_at, v_now), v_now, p_meta)
  on conflict (idem) do nothing;
  is_new := found;
  if not is_new then
    select id, request_hash into tx_id, v_stored_hash from tx where idem = p_idem;
    if v_stored_hash is distinct from p_request_hash then
      raise exception 'idempotency key % belongs to another request', p_idem using errcode = 'PL002';
    end if;
    return;
  end if;

  for i in 1..v_leg_count loop
    k := array_position(v_codes, p_codes[i]);
    if p_amounts[i] < 0 and not v_overdrafts[k] then
      if v_balances[k] is null then
        v_balances[k] := account_balance(v_ids[k]);
      end if;
      if v_balances[k] + p_amounts[i] < 0 then
        raise exception '% has % msat, % are needed', p_codes[i], v_balances[k], -p_amounts[i] using errcode = 'PL001';
      end if;
    end if;
    v_balances[k] := v_balances[k] + p_amounts[i];
    v_leg_ids := v_leg_ids || v_ids[k];
    v_afters := v_afters || case when not v_append_only[k] then v_balances[k] end;
  end loop;

  update account set balance = changed.balance, version = version + 1
  from unnest(v_ids, v_balances) changed(id, balance)
  where account.id = changed.id and not append_only;

  insert into entry (tx_id, seq, account_id, amount, balance_after, kind, created_at)
  select post.tx_id, leg.seq, leg.account_id, leg.amount, leg.balance_after, leg.kind, v_now
  from unnest(v_leg_ids, p_amounts, v_afters, p_roles) with ordinality leg(account_id, amount, balance_after, kind, seq);
end $$;
