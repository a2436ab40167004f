/** The faults of the fault lab, and those of a server's other dependencies: how each begins and ends, and the alert it raises. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { register } from '#contract/accounts/auth.ts'
import { post } from '#server/ledger/transfer.ts'
import { nameAt } from '#server/backup/manifest.ts'
import { assignSuspense } from '#server/payments/statements/suspense.ts'
import { newKey } from '#web/data/api.ts'
import { createFigures } from '#bench/load/figures.ts'
import { createVisitor } from '#bench/load/visitor.ts'
import type { Fault as LineFault } from '#tests/faults/fault-proxy.ts'
import type { Line, Stage } from './stage.ts'

export type AlertFault = {
  name: string
  /** Null: the server tolerates the fault, and no alert is raised. */
  alert: string | null
  /** Begins the fault and resolves with what ends it. */
  begin(stage: Stage): Promise<() => Promise<unknown> | void>
}

const HOUR_MS = 3_600_000
const OLD_BACKUP_MS = 72 * HOUR_MS
const MAILS = 5
const FILL_MIB = 700

const lineFault = (line: Line, how: LineFault, alert: string | null): AlertFault => ({
  name: `connection to the ${line}: ${how}`,
  alert,
  async begin({ lines }) {
    lines[line].set(how)
    return () => lines[line].set('none')
  },
})

const renamed = (name: string, alert: string, table: string): AlertFault => ({
  name,
  alert,
  async begin({ database }) {
    await database.pool.query(`ALTER TABLE ${table} RENAME TO gone_meanwhile`)
    return () => database.pool.query(`ALTER TABLE gone_meanwhile RENAME TO ${table}`)
  },
})

const correction = (stage: Stage, idem: string, amountMsat: bigint) =>
  stage.database.transaction((tx) =>
    post(tx, {
      idem,
      kind: 'correction',
      legs: [
        { account: 'lightning', amountMsat: -amountMsat },
        { account: 'house', amountMsat },
      ],
    }),
  )

export const faults: readonly AlertFault[] = [
  {
    name: 'database crash, restarted immediately',
    alert: null,
    async begin({ labDatabase }) {
      await labDatabase.crash()
      return () => undefined
    },
  },
  {
    name: 'database crash',
    alert: 'PealDatabaseAway',
    async begin({ labDatabase }) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const crashed = labDatabase.crash('SIGKILL', promise)
      return () => (resolve(), crashed)
    },
  },
  {
    name: 'database paused',
    alert: 'PealDatabaseAway',
    async begin({ labDatabase }) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const paused = labDatabase.pause(promise)
      return () => (resolve(), paused)
    },
  },
  lineFault('database', 'cut', 'PealDatabaseAway'),
  lineFault('database', 'hang', 'PealDatabaseAway'),
  lineFault('database', 'half-open', 'PealDatabaseAway'),
  {
    name: 'node offline',
    alert: 'PealNodeAway',
    async begin({ node }) {
      await node.set({ faultMode: 'offline' })
      return () => node.set({ faultMode: 'calm' })
    },
  },
  lineFault('node', 'cut', 'PealNodeAway'),
  lineFault('node', 'hang', 'PealNodeAway'),
  lineFault('node', 'half-open', 'PealNodeAway'),
  lineFault('node', 'delay', null),
  {
    name: 'feeds of the node broken',
    alert: null,
    async begin({ node }) {
      await node.breakFeeds()
      return () => undefined
    },
  },
  {
    name: 'clock an hour ahead',
    alert: 'PealClocksDiffer',
    async begin({ server }) {
      server().setClock(HOUR_MS)
      return () => server().setClock(0)
    },
  },
  {
    name: 'server killed',
    alert: 'PealDown',
    async begin({ server, start }) {
      await server().stop('SIGKILL')
      return start
    },
  },
  {
    name: 'disk full',
    alert: 'PealDiskLow',
    async begin({ disk }) {
      const file = path.join(disk!, 'filling')
      execFileSync('fallocate', ['-l', `${FILL_MIB}M`, file])
      return () => fs.rmSync(file)
    },
  },
  lineFault('bucket', 'cut', 'PealFileStoreFailing'),
  {
    name: 'mail server unreachable',
    alert: 'PealMailsRefused',
    async begin({ lines, origin }) {
      lines.mail.set('cut')
      for (let count = 0; count < MAILS; count++) {
        const visitor = createVisitor(origin, createFigures(), 45_000 + count)
        const name = `mail${newKey().slice(0, 12)}`
        const body = { email: `${name}@example.com`, password: newKey(), name }
        await visitor.callAs('call')(register, { body })
        visitor.close()
      }
      return () => lines.mail.set('none')
    },
  },
  {
    name: 'money in suspense',
    alert: 'PealMoneyUnassigned',
    async begin({ node, database, people }) {
      await node.keysend({ amountMsat: 21_000n, contentId: null })
      const { userId } = people[0]!
      return async () => {
        const { rows } = await database.pool.query<{ id: string }>(
          'SELECT id FROM suspense_item WHERE given_at IS NULL',
        )
        for (const { id } of rows) await database.transaction((tx) => assignSuspense(tx, id, userId, new Date()))
      }
    },
  },
  {
    name: 'books and node differ',
    alert: 'PealBooksDiffer',
    async begin(stage) {
      await correction(stage, `wrong:${newKey()}`, 7_000n)
      return () => correction(stage, `right:${newKey()}`, -7_000n)
    },
  },
  {
    name: 'old backup',
    alert: 'PealBackupOld',
    async begin({ backups, server, start }) {
      const folder = path.join(backups, 'backups')
      const [newest] = fs.readdirSync(folder).toSorted().reverse()
      const old = `${nameAt(new Date(Date.now() - OLD_BACKUP_MS))}.json`
      // The server looks for a backup when it starts, and then every five minutes.
      const restart = async (from: string, to: string) => {
        await server().stop('SIGTERM')
        fs.renameSync(path.join(folder, from), path.join(folder, to))
        await start()
      }
      await restart(newest!, old)
      return () => restart(old, newest!)
    },
  },
  renamed('job fails', 'PealJobFailing', 'account_archive'),
  renamed('pages fail', 'PealRequestsFail', 'content_total'),
  {
    name: 'event not delivered',
    alert: 'PealEventsLate',
    async begin({ database }) {
      await sql`INSERT INTO outbox (id, topic, key, payload, run_at)
        VALUES (gen_random_uuid(), 'of nobody', '1', '{}', now() - interval '10 minutes')`.execute(database.read)
      return () => sql`DELETE FROM outbox WHERE topic = 'of nobody'`.execute(database.read)
    },
  },
]
