/** Which transactions and statements use tables of a module and of others too: `CROSSINGS=FILE node --import ./tests/crossings.ts
 * --test FILES` appends a line to FILE for each, with tables that are read in small letters and those that are written in
 * capitals. */
import fs from 'node:fs'
import pg from 'pg'
import { tableOwners } from './table-owners.ts'

/** The largest ones, which are to get databases of their own. */
const CUT = ['relay', 'plays', 'stats', 'discovery']
const owners = new Map(Object.entries(tableOwners).flatMap(([owner, tables]) => tables.map((one) => [one, owner])))
const TABLE = /\b(FROM|JOIN|INTO|UPDATE)\s+(?:ONLY\s+)?"?([a-z_]+)/g
const open = new WeakMap<pg.Client, Set<string>>()
const seen = new Set<string>()

function report(kind: string, used: ReadonlySet<string>): void {
  const isOf = (module: string) => (table: string) => owners.get(table.toLowerCase()) === module
  for (const module of CUT) {
    const own = [...used].filter(isOf(module))
    const others = [...used].filter((table) => !isOf(module)(table))
    if (own.length === 0 || others.length === 0) continue
    const line = [module, kind, own.toSorted().join(' '), others.toSorted().join(' ')].join(' | ')
    if (!seen.has(line)) fs.appendFileSync(process.env['CROSSINGS']!, `${line}\n`)
    seen.add(line)
  }
}

function tablesOf(text: string): Set<string> {
  const found = [...text.matchAll(TABLE)].filter(([, , table = '']) => owners.has(table))
  const writes = (word = '', at = 0) => word === 'INTO' || word === 'UPDATE' || /DELETE\s+$/.test(text.slice(0, at))
  return new Set(found.map(({ 1: word, 2: table = '', index }) => (writes(word, index) ? table.toUpperCase() : table)))
}

type Query = (this: pg.Client, ...given: unknown[]) => unknown
const prototype = pg.Client.prototype as unknown as { query: Query }
const send = prototype.query
prototype.query = function (...given) {
  const text = typeof given[0] === 'string' ? given[0] : ((given[0] as { text?: string }).text ?? '')
  if (/^\s*begin/i.test(text)) open.set(this, new Set())
  const used = tablesOf(text)
  const inTransaction = open.get(this)
  if (inTransaction === undefined || used.size > 1) report('statement', used)
  for (const table of used) inTransaction?.add(table)
  if (/^\s*(commit|rollback)/i.test(text)) {
    if (/^\s*commit/i.test(text)) report('transaction', inTransaction ?? new Set())
    open.delete(this)
  }
  return send.apply(this, given)
}
