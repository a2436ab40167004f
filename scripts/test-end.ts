/** A process that goes on after its last test is ended, and says what kept it. Loads no tests, so that test-context.ts can
 * load it first. */
import path from 'node:path'

const END_MS = 30_000

/** The name of a folder with programs that run several files begins with it. */
export const groupPrefix = 'peal-group-'
export const isGroup = (program: string): boolean => path.basename(path.dirname(program)).startsWith(groupPrefix)

/** Call after the last test. */
export function endSoon(): void {
  const end = () => {
    console.error(`Its process did not end: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(1)
  }
  setTimeout(end, END_MS).unref()
}
