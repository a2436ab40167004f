/** One database for all tests of a file. Files that need more control use test-database.ts. */
import { after } from 'node:test'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createTestDatabase } from './test-database.ts'

/** Connected like the server, and dropped after the last test. */
export async function openFileDatabase(): Promise<Database> {
  const { url, role, drop } = await createTestDatabase()
  const database = connectDatabase({ url, role })
  after(async () => {
    await database.close()
    await drop()
  })
  return database
}
