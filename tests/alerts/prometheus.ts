/** A real Prometheus, set up as the first lines of deploy/prometheus-rules.yml say. Not the rules themselves. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { findFreePort } from '#tests/faults/server-process.ts'
import { until } from '#tests/users.ts'

const RULES = path.resolve('deploy/prometheus-rules.yml')

export type Prometheus = AsyncDisposable & {
  /** The names of the alerts in these states. */
  listAlerts(...states: ('pending' | 'firing')[]): Promise<string[]>
  /** All that have been in the state since the time, in ms. */
  listFiredSince(timeMs: number): Promise<string[]>
}

export const isPrometheusInstalled = () => spawnSync('prometheus', ['--version']).status === 0

export async function startPrometheus(folder: string, metricsPort: number): Promise<Prometheus> {
  const port = await findFreePort()
  const config = path.join(folder, 'prometheus.yml')
  fs.writeFileSync(config, configFor(metricsPort))
  const listen = [`--web.listen-address=127.0.0.1:${port}`, `--storage.tsdb.path=${path.join(folder, 'prometheus')}`]
  const child = spawn('prometheus', [`--config.file=${config}`, ...listen], { stdio: 'ignore' })
  const get = async (route: string): Promise<unknown> => {
    const body = (await (await fetch(`http://127.0.0.1:${port}/api/v1/${route}`)).json()) as { data: unknown }
    return body.data
  }
  await until(async () => {
    if (child.exitCode !== null) throw new Error('Prometheus ended')
    const response = await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => null)
    return response?.ok === true
  })
  return {
    async listAlerts(...states) {
      const { alerts } = (await get('alerts')) as { alerts: { state: string; labels: { alertname: string } }[] }
      const found = alerts.filter(({ state }) => (states as string[]).includes(state))
      return [...new Set(found.map(({ labels }) => labels.alertname))]
    },
    async listFiredSince(timeMs) {
      const seconds = Math.max(1, Math.ceil((Date.now() - timeMs) / 1_000))
      const query = `count by (alertname) (count_over_time(ALERTS{alertstate="firing"}[${seconds}s]))`
      const { result } = (await get(`query?query=${encodeURIComponent(query)}`)) as {
        result: { metric: { alertname: string } }[]
      }
      return result.map(({ metric }) => metric.alertname)
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** The settings from the head of the rules file, with the addresses of this run. */
function configFor(metricsPort: number): string {
  const lines = fs.readFileSync(RULES, 'utf8').split('\n')
  const [from, to] = [
    lines.indexOf('#   scrape_configs:'),
    lines.findIndex((line) => line.startsWith('#   rule_files:')),
  ]
  const text = lines.slice(from, to + 1).map((line) => line.slice(4))
  return text
    .join('\n')
    .replace('127.0.0.1:9464', `127.0.0.1:${metricsPort}`)
    .replace(/\[\/opt.*\]/, `[${RULES}]`)
}
