/** The long race for seats: `npm run race -- --rounds 20 --buyers 500 --seats 100`, at two servers. Prints each round, and exits
 * with 1 when not exactly the seats were sold, or the books are wrong. */
import { runTicketRace } from '#tests/faults/ticket-race.ts'
import { readArguments } from './command-line.ts'

const { values } = readArguments('Usage: npm run race -- [--rounds 20] [--buyers 500] [--seats 100]', {
  rounds: { type: 'string', default: '20' },
  buyers: { type: 'string', default: '500' },
  seats: { type: 'string', default: '100' },
})
const race = { rounds: Number(values.rounds), buyers: Number(values.buyers), seats: Number(values.seats) }
const rounds = await runTicketRace(race, console.error)
for (const way of ['balance', 'invoice'] as const) {
  const told = rounds.filter((round) => round.way === way).map((round) => round.told)
  const medians = told.map(({ median }) => median).toSorted((one, other) => one - other)
  const last = Math.max(...told.map((one) => one.last))
  console.log(
    `By ${way}: ${told.length} rounds of ${race.buyers} buyers for ${race.seats} seats, each sold exactly once.`,
  )
  console.log(
    `  Refused buyers were told after ${medians[Math.floor(medians.length / 2)]} ms (median), ${last} ms at most.`,
  )
}
