/** Replaces the secret of this installation: `npm run rotate-secret`, while no server runs. Run it again when it was interrupted. */
import { rotateSecret } from '#server/rotate-secret.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { endWithUsage, runCommand } from './command-line.ts'

const USAGE = `Usage: npm run rotate-secret
Encrypts everything in the database with a new secret. Stop all servers first. What ends with the old secret is in
docs/operating.md.`

if (process.argv.length > 2) endWithUsage(USAGE)
await runCommand(async () => {
  const { file, isInSettings, connections, hadJournal } = await rotateSecret(readConfig(), systemClock)
  const lines = [
    'The secret is replaced. Servers with the old one do not start any more.',
    isInSettings
      ? `Set SECRET of every process to the content of ${file}, then delete that file.`
      : `It is in ${file}.`,
    `${connections} wallet connections and all backup codes have ended: users make new ones.`,
    ...(hadJournal ? ['The journal has ended: set JOURNAL to an empty place.'] : []),
    'Make a backup now: older ones have the old secret.',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
})
