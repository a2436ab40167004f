/** nginx with the file of deploy/ in front of several servers, without TLS. A server is taken out of rotation as an operator does
 * it: it is marked as down and nginx is reloaded, which ends when all earlier workers have exited. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = path.resolve(import.meta.dirname, '../..')
const POLL_MS = 20

export type Proxy = {
  origin: string
  /** Sends requests to these ports only. */
  use(ports: readonly number[]): Promise<void>
  stop(): Promise<void>
}

export async function startNginx(folder: string, port: number, ports: readonly number[]): Promise<Proxy> {
  const file = path.join(folder, 'nginx.conf')
  const write = (used: readonly number[]) => fs.writeFileSync(file, configOf(folder, port, ports, used))
  write(ports)
  // It ends with this process.
  const args = ['--pdeathsig', 'TERM', '--', 'nginx', '-c', file, '-e', path.join(folder, 'nginx.log')]
  const child = spawn('setpriv', args, { stdio: 'ignore' })
  const origin = `http://127.0.0.1:${port}`
  while (!(await isUp(origin))) {
    if (child.exitCode !== null) throw new Error(fs.readFileSync(path.join(folder, 'nginx.log'), 'utf8'))
    await sleep(POLL_MS)
  }
  return {
    origin,
    async use(used) {
      write(used)
      const before = workersOf(child)
      child.kill('SIGHUP')
      while (before.some((pid) => fs.existsSync(`/proc/${pid}`))) await sleep(POLL_MS)
    },
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

function configOf(folder: string, port: number, ports: readonly number[], used: readonly number[]): string {
  const shipped = fs.readFileSync(path.join(ROOT, 'deploy', 'nginx.conf'), 'utf8')
  const servers = ports.map((one) => `server 127.0.0.1:${one} max_fails=0${used.includes(one) ? '' : ' down'};`)
  const site = [
    [/server 127\.0\.0\.1:3000 max_fails=0;/, servers.join(' ')],
    [/server \{\n {2}listen 80;[^}]*\}\n/, ''],
    [/listen 443 ssl http2;\n {2}listen \[::\]:443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/ssl_certificate[^;]*;\s*ssl_certificate_key[^;]*;\s*ssl_protocols[^;]*;/, ''],
  ].reduce((text, [from, to]) => {
    if (!(from as RegExp).test(text)) throw new Error(`${String(from)} is not in deploy/nginx.conf`)
    return text.replace(from!, to as string)
  }, shipped)
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`)
  return `daemon off; user root; worker_processes 2; pid ${folder}/nginx.pid;
    events {} http { access_log off; ${temp.join(' ')} ${site} }`
}

const workersOf = ({ pid }: ChildProcess): number[] =>
  fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

const isUp = (origin: string) =>
  fetch(`${origin}/livez`).then(
    () => true,
    () => false,
  )
