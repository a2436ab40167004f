/** The figures of the operators' page, and the limit above which each needs attention: as in deploy/prometheus-rules.yml, except
 * for the disk, where KEEP_FREE_MIB decides. */
import type { Data } from '#contract/endpoint.ts'
import { getHealth, type HealthFigureName, healthUnits } from '#contract/operator/health.ts'
import { countStreams } from '#server/platform/http/event-stream.ts'
import { requireOperator } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { type Figures, type HealthDeps, readFigures } from './figures.ts'

/** A figure above its limit is bad, and so is a flag that is 0. Figures without a limit are never bad. */
const limits: Partial<Record<HealthFigureName, number>> = {
  databaseSeconds: 0.5,
  connectionsWaiting: 5,
  clockOffset: 2,
  replicationLag: 30,
  nodeSeconds: 2,
  payoutsQueued: 0,
  payoutOldest: 3_600,
  auditAge: 300,
  eventOldest: 300,
  mailOldest: 900,
  uploadOldest: 3_600,
  jobsFailing: 0,
  journalWaiting: 1_000,
}

export async function readHealth(deps: HealthDeps, caller: Caller): Promise<Data<typeof getHealth>> {
  requireOperator(caller, getHealth)
  const figures = await readFigures(deps)
  const values = { ...valuesOfDatabase(figures), ...valuesOfNode(figures), ...valuesOfProcess(deps, figures) }
  const isDiskLow = await deps.disk.isLow()
  const names = Object.keys(healthUnits) as HealthFigureName[]
  return {
    version: deps.version,
    startedAt: new Date(performance.timeOrigin),
    figures: names.map((name) => ({
      name,
      value: values[name],
      isBad: name === 'diskFree' ? isDiskLow : isBad(name, values[name]),
    })),
  }
}

function isBad(name: HealthFigureName, value: number | null): boolean {
  if (value === null) return false
  if (healthUnits[name] === 'flag') return value === 0
  return Math.abs(value) > (limits[name] ?? Infinity)
}

type Values<Name extends HealthFigureName> = Record<Name, number | null>
type OfNode = 'nodeUp' | 'nodeSynced' | 'nodeSeconds'
type OfProcess = 'connectionsWaiting' | 'diskFree' | 'memory' | 'streams' | 'relayConnections'

function valuesOfDatabase({ database }: Figures): Values<Exclude<HealthFigureName, OfNode | OfProcess>> {
  const { money, waiting, topics = [], jobs } = database ?? {}
  const ofMail = topics.find(({ topic }) => topic === 'mail')
  const others = topics.filter(({ topic }) => topic !== 'mail')
  const known = (value: number | null | undefined) => (database === null ? null : (value ?? null))
  return {
    databaseUp: Number(database !== null),
    databaseSeconds: known(database?.seconds),
    clockOffset: known(database?.clockOffsetSeconds),
    replicationLag: known(waiting?.replicationLagSeconds),
    payoutsUnfinished: known(money?.unfinished),
    payoutsQueued: known(money?.queued),
    payoutOldest: known(money?.oldestUnknownSeconds),
    auditAge: known(database?.auditAgeSeconds),
    eventsWaiting: known(others.reduce((sum, topic) => sum + topic.waiting, 0)),
    eventOldest: known(Math.max(0, ...others.map(({ oldestSeconds }) => oldestSeconds))),
    mailsWaiting: known(ofMail?.waiting ?? 0),
    mailOldest: known(ofMail?.oldestSeconds ?? 0),
    uploadsQueued: known(waiting?.uploadsQueued),
    uploadsRunning: known(waiting?.uploadsRunning),
    uploadOldest: known(waiting?.uploadOldestSeconds),
    jobsFailing: known(jobs?.filter(({ failures }) => failures > 1).length),
    journalWaiting: known(waiting?.journalWaiting),
  }
}

function valuesOfNode({ node }: Figures): Values<OfNode> {
  return {
    nodeUp: Number(node !== null),
    nodeSynced: node === null ? null : Number(node.isSynced),
    nodeSeconds: node?.seconds ?? null,
  }
}

function valuesOfProcess({ database, countRelayConnections }: HealthDeps, { freeBytes }: Figures): Values<OfProcess> {
  return {
    connectionsWaiting: database.pool.waitingCount,
    diskFree: freeBytes === null || !Number.isFinite(freeBytes) ? null : freeBytes,
    memory: process.memoryUsage().rss,
    streams: countStreams(),
    relayConnections: countRelayConnections(),
  }
}
