/** An S3-compatible store for tests: the npm package s3rver, on a free port or the given one, with its objects in a directory. */
import { createRequire } from 'node:module'

/** The package has no types. */
type Store = { run(): Promise<{ port: number }>; close(): Promise<void> }
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => Store

/** The only keys that it accepts, as id and as secret. */
export const STORE_KEY = 'S3RVER'

export async function runStore(
  directory: string,
  buckets: readonly string[] = ['peal'],
  at = 0,
): Promise<{ port: number; close: () => Promise<void> }> {
  const configureBuckets = buckets.map((name) => ({ name, configs: [] }))
  const store = new S3rver({ address: '127.0.0.1', port: at, silent: true, directory, configureBuckets })
  const { port } = await store.run()
  return { port, close: () => store.close() }
}
