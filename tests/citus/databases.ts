/** Databases of a Citus cluster: each is on the coordinator and on both workers, under one name. With PEAL_TEST_WORKERS
 * (`npm run test:citus`), those of all test worlds are. */
import fs from 'node:fs'
import pg from 'pg'

const WORKERS = process.env['PEAL_TEST_WORKERS']?.split(' ') ?? []
export const isOnCitus = WORKERS.length > 0
const DISTRIBUTE = fs.readFileSync(new URL('../../deploy/citus.sql', import.meta.url), 'utf8')

/** The test server, or the coordinator and its workers. */
export const withWorkers = (serverUrl: string): string[] => [serverUrl, ...WORKERS]

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** The database exists on each, the coordinator first. */
export async function connectNodes(serverUrls: readonly string[], name: string): Promise<void> {
  const [coordinator = '', ...workers] = serverUrls.map((url) => databaseUrl(url, name))
  for (const url of [coordinator, ...workers]) await query(url, 'CREATE EXTENSION citus')
  await query(coordinator, `SELECT citus_set_coordinator_host('${folderOf(coordinator)}', 5432)`)
  for (const url of workers) await query(coordinator, `SELECT citus_add_node('${folderOf(url)}', 5432)`)
}

export const distribute = (coordinator: string) => query(coordinator, DISTRIBUTE)

/** Ends what Citus runs in this database, so that it can be copied. */
export async function rest(serverUrls: readonly string[], name: string): Promise<void> {
  const text = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`
  for (const url of serverUrls) await query(url, text)
}

const folderOf = (url: string) => new URL(url).searchParams.get('host')!

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
