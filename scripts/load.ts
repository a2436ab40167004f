/** Simulates listeners: `npm run load -- [ADDRESS] --listeners 50 --minutes 10`. Without an address it starts a server of its own
 * with the demo catalogue. Exits with 1 when the run does not meet the limits of bench/load/figures.ts. */
import fs from 'node:fs'
import { openAccounts } from '#bench/load/accounts.ts'
import { createPicture, findBreaches, toTable } from '#bench/load/figures.ts'
import { runLoad } from '#bench/load/run.ts'
import { startOwnServer } from '#bench/load/own-server.ts'
import { readSeed } from '#tests/faults/random.ts'
import { buildPages, isBuilt } from './build.ts'
import { endWithUsage, readArguments, runCommand } from './command-line.ts'

const USAGE = `Usage: npm run load -- [ADDRESS] [--listeners 50] [--minutes 10] [--accounts FILE]
  ADDRESS    of any installation, such as https://peal.example; without it, a server of its own with the demo
  listeners  how many are there at the busiest time of the day, which is compressed into the run
  accounts   one account a line, e-mail address and password, whose balance may be zapped; on the sandbox they are made`
const ACCOUNTS_MAX = 40

const options = {
  listeners: { type: 'string', default: '50' },
  minutes: { type: 'string', default: '10' },
  accounts: { type: 'string' },
} as const
const { values, words } = readArguments(USAGE, options, ({ length }) => length <= 1)
const [listeners, minutes] = [Number(values.listeners), Number(values.minutes)]
if (!(listeners > 0) || !(minutes > 0)) endWithUsage(USAGE)

const write = (text: string) => void process.stdout.write(text)
await runCommand(async () => {
  if (words[0] === undefined && !isBuilt()) await buildPages()
  await using own = words[0] === undefined ? await startOwnServer({ DEMO: 'on' }) : null
  const origin = own?.origin ?? new URL(words[0]!).origin
  const file = values.accounts === undefined ? null : fs.readFileSync(values.accounts, 'utf8')
  const people = await openAccounts(origin, Math.min(ACCOUNTS_MAX, Math.ceil(listeners / 2)), file)
  write(`${origin}: ${listeners} listeners, ${minutes} minutes, ${people.length} accounts\n`)
  const show = createPicture(write, process.stdout.isTTY)
  const figures = await runLoad({ origin, listeners, minutes, people, seed: readSeed(), show })
  if (!process.stdout.isTTY) write(`${toTable(figures).join('\n')}\n`)
  const breaches = findBreaches(figures)
  write(breaches.length === 0 ? 'The limits were met.\n' : `The limits were not met:\n${breaches.join('\n')}\n`)
  if (breaches.length > 0) process.exitCode = 1
})
