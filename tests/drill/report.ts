/** What the drill measures and finds: printed as it goes, and as one table at the end. */
export type Report = {
  /** Prints what it was and how long it took. */
  timed<Result>(what: string, work: Promise<Result>): Promise<Result>
  note(line: string): void
  figure(what: string, value: string | number | bigint): void
  /** A false expectation makes the drill fail. It continues nevertheless, so that one run shows all failures. */
  expect(isRight: boolean, otherwise: string): void
  readonly failures: readonly string[]
  printTable(): void
}

const WIDTH = 78

export function createReport(print: (line: string) => void): Report {
  const rows: [what: string, value: string][] = []
  const failures: string[] = []
  return {
    failures,
    note: print,
    async timed(what, work) {
      const startedAt = performance.now()
      const result = await work
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
      print(`${what} (${seconds} s)`)
      rows.push([what, `${seconds} s`])
      return result
    },
    figure: (what, value) => void rows.push([what, String(value)]),
    expect(isRight, otherwise) {
      if (isRight) return
      print(`WRONG: ${otherwise}`)
      failures.push(otherwise)
    },
    printTable() {
      print('')
      for (const [what, value] of rows) print(`${what.padEnd(WIDTH)} ${value.padStart(12)}`)
    },
  }
}
