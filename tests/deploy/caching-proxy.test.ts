/** S3_PUBLIC_URL: a caching proxy (nginx, as a CDN) in front of the public files of a private bucket. Each file leaves the bucket
 * once, and listeners get exact ranges. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { findFreePort } from '#tests/faults/server-process.ts'
import { runStore, STORE_KEY } from '#tests/object-store.ts'
import { until } from '#tests/users.ts'
import { createTestWorld } from '#tests/world.ts'

const MIB = 2 ** 20

test('a caching proxy in front of the public files responds from its cache, also to ranges', async (t) => {
  if (spawnSync('which', ['nginx']).status !== 0) return t.skip('SKIP nginx: it is not installed')
  await using stack = new AsyncDisposableStack()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-cdn-'))
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true }))
  const store = await runStore(path.join(folder, 'store'))
  stack.defer(() => store.close())
  const port = await findFreePort()
  const settings = {
    S3_BUCKET: 'peal',
    S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
    S3_ACCESS_KEY_ID: STORE_KEY,
    S3_SECRET_ACCESS_KEY: STORE_KEY,
    S3_PATH_STYLE: 'on',
    S3_PUBLIC_URL: `http://127.0.0.1:${port}`,
  }
  const { world, origin } = stack.use(await createTestWorld({ settings }))
  fs.writeFileSync(path.join(folder, 'nginx.conf'), configOf(folder, port, origin))
  const nginx = spawn('nginx', ['-c', path.join(folder, 'nginx.conf'), '-e', 'stderr'], { stdio: 'ignore' })
  stack.defer(async () => {
    nginx.kill('SIGTERM')
    if (nginx.exitCode === null) await once(nginx, 'exit')
  })
  await until(() =>
    fetch(settings.S3_PUBLIC_URL).then(
      () => true,
      () => false,
    ),
  )

  const audio = randomBytes(3 * MIB)
  const states: string[] = []
  for (let file = 0; file < 5; file++) {
    const key = `media/${randomUUID()}.mp3`
    await world.files.write(key, audio)
    assert.equal(world.files.publicUrl(key), `${settings.S3_PUBLIC_URL}/${key}`)
    for (const [start, end] of [
      [0, 3 * MIB - 1],
      [0, 99],
      [MIB - 10, MIB + 9],
      [2 * MIB, 3 * MIB - 1],
    ] as const) {
      const response = await fetch(world.files.publicUrl(key), { headers: { range: `bytes=${start}-${end}` } })
      assert.equal(response.status, 206)
      assert.equal(response.headers.get('content-range'), `bytes ${start}-${end}/${3 * MIB}`)
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), audio.subarray(start, end + 1))
      states.push(response.headers.get('x-cache')!)
    }
  }
  assert.deepEqual(states, Array.from({ length: 5 }, () => ['MISS', 'HIT', 'HIT', 'HIT']).flat())
  assert.equal((await fetch(`${settings.S3_PUBLIC_URL}/original/${randomUUID()}.wav`)).status, 404)
})

/** The same lines are in docs/operating.md. A range needs only its slices of 1 MiB, not the whole file. */
function configOf(folder: string, port: number, origin: string): string {
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`)
  return `daemon off; user root; pid ${folder}/nginx.pid;
    events {} http { access_log off; ${temp.join(' ')}
    proxy_cache_path ${folder}/cache keys_zone=peal:10m;
    server { listen 127.0.0.1:${port};
      location /media/ {
        slice 1m;
        proxy_cache peal;
        proxy_cache_key $uri$slice_range;
        proxy_cache_valid 200 206 30d;
        proxy_set_header Range $slice_range;
        proxy_pass ${origin}/files/media/;
        add_header X-Cache $upstream_cache_status;
      }
      location / { return 404; } } }`
}
