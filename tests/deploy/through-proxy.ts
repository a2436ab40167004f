/** Requests ORIGIN through the proxy, as a visitor and as the operator's check. A separate process, because the certificate to
 * trust is set when a process starts. Prints one JSON object, for deploy.test.ts. */
import { checkPublicAddress } from '#server/checks/public-address.ts'
import { readConfig } from '#server/platform/config/config.ts'

const ORIGIN = process.env['ORIGIN']!
const config = readConfig({ PUBLIC_URL: ORIGIN, TRUSTED_PROXIES: '127.0.0.1', PATH: process.env['PATH'] })
const lines = await checkPublicAddress(config)
const statusOf = async (path: string) => (await fetch(ORIGIN + path)).status
// More than a proxy's usual limit of one megabyte.
const upload = await fetch(`${ORIGIN}/files/media/unsigned`, { method: 'PUT', body: Buffer.alloc(5_000_000) })
const result = (await upload.json().catch(() => ({}))) as { success?: boolean }
const seen = {
  lines,
  metrics: await statusOf('/metrics'),
  settings: await statusOf('/v1/settings'),
  upload: { status: upload.status, isOurs: result.success === false },
}
process.stdout.write(JSON.stringify(seen))
