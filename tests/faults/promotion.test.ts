/** A PostgreSQL that takes over is another database to the audit (server/payments/checked-database.ts). */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { readDatabaseIdentity } from '#server/payments/checked-database.ts'
import { connectDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { startLabDatabase } from './lab-database.ts'

test('the identity of a database survives a crash, and changes when recovery ends on a new timeline', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-promotion-'))
  const lab = await startLabDatabase(path.join(folder, 'postgres'))
  const identity = async () => {
    const database = connectDatabase({ url: lab.url, maxConnections: 1 })
    try {
      return await readDatabaseIdentity(database.read)
    } finally {
      await database.close()
    }
  }
  try {
    await migrate(lab.url)
    const first = await identity()
    assert.match(first, /^[0-9]+ 00000001 [0-9]+$/)
    await lab.crash()
    assert.equal(await identity(), first)
    // As a standby that is promoted, or a restore to a point in time.
    fs.appendFileSync(path.join(lab.cluster, 'postgresql.auto.conf'), "restore_command = 'false'\n")
    fs.writeFileSync(path.join(lab.cluster, 'recovery.signal'), '')
    await lab.crash()
    assert.equal(await identity(), first.replace('00000001', '00000002'))
  } finally {
    await lab.stop()
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
})
