/** Databases of a Citus cluster: each is on the coordinator and on both workers, under one name. With PEAL_TEST_WORKERS
 * (`npm run test:citus`), those of all test worlds are. */
import fs from 'node:fs'
import pg from 'pg'
import { query } from '#tests/other-postgres.ts'
import type { Citus } from './nodes.ts'

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

/** A new database `peal`, without tables. Resolves with its address at the coordinator. */
export async function createOnNodes({ coordinator, workers }: Citus): Promise<string> {
  const servers = [coordinator, ...workers].map(({ url }) => url)
  for (const one of servers) await query(one, 'CREATE DATABASE peal')
  await connectNodes(servers, 'peal')
  return databaseUrl(coordinator.url, 'peal')
}

/** The database exists on each, the coordinator first. */
export async function connectNodes(serverUrls: readonly string[], name: string): Promise<void> {
  const [coordinator = '', ...workers] = serverUrls.map((url) => databaseUrl(url, name))
  for (const url of [coordinator, ...workers]) await query(url, 'CREATE EXTENSION citus')
  await query(coordinator, `SELECT citus_set_coordinator_host('${folderOf(coordinator)}', 5432)`)
  for (const url of workers) await query(coordinator, `SELECT citus_add_node('${folderOf(url)}', 5432)`)
}

export async function distribute(coordinator: string): Promise<void> {
  const client = new pg.Client({ connectionString: coordinator })
  await client.connect()
  await client.query(DISTRIBUTE)
  await client.end()
}

/** Ends what Citus runs in this database, so that it can be copied. */
export async function rest(serverUrls: readonly string[], name: string): Promise<void> {
  const text = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`
  for (const url of serverUrls) await query(url, text)
}

const folderOf = (url: string) => new URL(url).searchParams.get('host')!
