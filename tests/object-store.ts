/** An S3-compatible store for tests, on a free port or the given one, with its objects in a directory: the npm package s3rver, or
 * with S3_GATEWAY the Versity gateway, a program built by `go install github.com/versity/versitygw/cmd/versitygw@v1.8.0`. With
 * S3_STORE_PORT the store that runs there, with an empty bucket `peal`, and S3_STORE_KEY as id and secret. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { findFreePort } from './faults/server-process.ts'
import { until } from './users.ts'

type Context = {
  method: string
  path: string
  query: Record<string, string | undefined>
  status: number
  body: unknown
}
/** The package has no types. */
type Store = { run(): Promise<{ port: number }>; close(): Promise<void>; middleware: unknown[] }
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => Store

/** The only keys that it accepts, as id and as secret. */
export const STORE_KEY = process.env['S3_STORE_KEY'] ?? 'S3RVER'

export async function runStore(
  directory: string,
  buckets: readonly string[] = ['peal'],
  at = 0,
): Promise<{ port: number; close: () => Promise<void> }> {
  const running = Number(process.env['S3_STORE_PORT'] ?? 0)
  if (running !== 0) return { port: running, close: async () => undefined }
  const gateway = process.env['S3_GATEWAY'] ?? ''
  if (gateway !== '') return runGateway(gateway, directory, buckets, at)
  const configureBuckets = buckets.map((name) => ({ name, configs: [] }))
  const store = new S3rver({ address: '127.0.0.1', port: at, silent: true, directory, configureBuckets })
  store.middleware.splice(-1, 0, (context: Context, next: () => Promise<void>) => listOrAbort(directory, context, next))
  const { port } = await store.run()
  return { port, close: () => store.close() }
}

async function runGateway(program: string, directory: string, buckets: readonly string[], at: number) {
  for (const name of buckets) fs.mkdirSync(path.join(directory, name), { recursive: true })
  const port = at === 0 ? await findFreePort() : at
  const settings = ['--access', STORE_KEY, '--secret', STORE_KEY, '--port', `127.0.0.1:${port}`, '--quiet']
  const child = spawn(program, [...settings, 'posix', directory], { stdio: 'ignore' })
  await until(() =>
    fetch(`http://127.0.0.1:${port}`).then(
      () => true,
      () => false,
    ),
  )
  const close = async () => {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { port, close }
}

/** What s3rver lacks of multipart uploads: their list, the list of the parts of one, and ending one. */
async function listOrAbort(directory: string, context: Context, next: () => Promise<void>): Promise<void> {
  const { method, query } = context
  const [bucket = '', ...parts] = context.path.slice(1).split('/')
  const folder = path.join(directory, bucket, '._S3rver_uploads')
  const entriesOf = (at: string) => (fs.existsSync(at) ? fs.readdirSync(at) : [])
  const [key, id] = [parts.join('/'), query['uploadId']]
  if (method === 'GET' && key === '' && query['uploads'] !== undefined) {
    // Leaves out what is being written.
    const begun = entriesOf(folder).filter((name) => fs.existsSync(path.join(folder, name, 'key')))
    const found = begun.map((UploadId) => {
      const at = path.join(folder, UploadId, 'key')
      return { Key: fs.readFileSync(at, 'utf8'), UploadId, Initiated: fs.statSync(at).birthtime.toISOString() }
    })
    const Upload = found.filter((upload) => upload.Key.startsWith(query['prefix'] ?? ''))
    context.body = { ListMultipartUploadsResult: { Upload } }
  } else if (method === 'GET' && id !== undefined) {
    const names = entriesOf(path.join(folder, id))
    const numbers = names.filter((name) => /^\d+$/.test(name) && names.includes(`${name}.md5`))
    const Part = numbers.map((PartNumber) => {
      const at = path.join(folder, id, PartNumber)
      return { PartNumber, Size: fs.statSync(at).size, ETag: `"${fs.readFileSync(`${at}.md5`, 'utf8')}"` }
    })
    context.body = { ListPartsResult: { Part } }
  } else if (method === 'DELETE' && id !== undefined) {
    fs.rmSync(path.join(folder, id), { recursive: true, force: true })
    context.status = 204
  } else await next()
}
