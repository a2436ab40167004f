/** Runs the benchmarks, all or those named, and prints for each the value, the limit and their ratio. */
import fs from 'node:fs'
import os from 'node:os'
import type { BenchResult } from '#bench/measure.ts'
import { buildPages, isBuilt } from './build.ts'
import { readArguments } from './command-line.ts'

/** Files that are parts of benchmarks. */
const NOT_ALONE = new Set(['bare-page', 'bare-transcode', 'big-catalog', 'measure', 'raw-zap', 'visitors', 'zap-stage'])

type Bench = { run: () => Promise<BenchResult[]> }

const folder = new URL('../bench/', import.meta.url)
const all = fs
  .globSync('*.ts', { cwd: folder, exclude: ['*.d.ts', '*.test.ts'] })
  .map((name) => name.slice(0, -3))
  .filter((name) => !NOT_ALONE.has(name))
  .sort()
const usage = `Usage: npm run bench -- [NAME …]\nThere is: ${all.join(', ')}`
const { words: wanted } = readArguments(usage, {}, (names) => names.every((name) => all.includes(name)))

if (!isBuilt()) await buildPages()
console.log(
  `${os.cpus()[0]?.model.trim() ?? 'unknown CPU'}, ${os.availableParallelism()} cores, Node ${process.version}`,
)
for (const name of wanted.length > 0 ? wanted : all) {
  const { run } = (await import(new URL(`${name}.ts`, folder).href)) as Bench
  for (const result of await run()) console.log(describe(result))
}

function describe({ name, value, limit, ratio, unit, limitName, goal, isTime = false }: BenchResult): string {
  const isMet = goal !== null && (isTime ? ratio <= goal : ratio >= goal)
  const wanted = `goal ${isTime ? 'at most ' : ''}${goal}`
  const promise = goal === null ? 'reported' : `${wanted} ${isMet ? 'met' : 'MISSED'}`
  return `${name}: ${value} ${unit}; limit ${limit} (${limitName}); ratio ${ratio.toFixed(2)} (${promise})`
}
