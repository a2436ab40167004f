/** Shared parts of the operator commands: usage, and error messages without a stack. */
import { AppError } from '#server/platform/errors.ts'
import { explainFailure } from '#server/start-failure.ts'

export function endWithUsage(usage: string): never {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
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
