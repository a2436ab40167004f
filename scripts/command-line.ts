/** What the commands for operators share: usage, and failures in words instead of a stack. */
import { AppError } from '#server/platform/errors.ts'
import { explainFailure } from '#server/start-failure.ts'

export function endWithUsage(usage: string): never {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}

/** Exit code 1 when it fails. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${error instanceof AppError ? error.message : explainFailure(error)}\n`)
    process.exitCode = 1
  }
}
