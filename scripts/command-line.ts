/** Shared parts of the operator commands: usage, error messages without a stack, and what a backup contains. */
import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { Contents } from '#server/backup/manifest.ts'
import { AppError } from '#server/platform/errors.ts'
import { explainFailure } from '#server/start-failure.ts'

export function endWithUsage(usage: string): never {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Of a command: `--help` prints its usage and ends with 0, an unknown option or wrong arguments end with 2. */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
  areRight: (words: string[]) => boolean = (words) => words.length === 0,
) {
  if (process.argv.includes('--help', 2)) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    return areRight(positionals) ? { values, words: positionals } : endWithUsage(usage)
  } catch (error) {
    return endWithUsage(`${(error as Error).message.split('\n')[0]}\n${usage}`)
  }
}

/** Exits with code 1 on failure. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${error instanceof AppError ? error.message : explainFailure(error)}\n`)
    process.exitCode = 1
  }
}

export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

export function describeBackup({ madeAt, tables, files }: Contents): string[] {
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
  const sizeOf = (parts: readonly { size: number }[]) => megabytes(sum(parts.map(({ size }) => size)))
  return [
    `From ${madeAt}`,
    `Database: ${tables.length} tables, ${sum(tables.map(({ rows }) => rows))} rows, ${sizeOf(tables)} compressed`,
    `Files: ${files.length}, ${sizeOf(files)}`,
  ]
}
