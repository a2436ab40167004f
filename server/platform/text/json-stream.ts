/** JSON that is written piece by piece, so that a long list is never in memory as a whole. */

/** Bigints are safe integers, as everywhere in the API. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_name, one: unknown) => (typeof one === 'bigint' ? Number(one) : one))
}

/** One list from pages of it, an item a line. */
export async function* writeJsonList(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  yield '['
  let separator = '\n'
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + page.map(jsonOf).join(',\n')
    separator = ',\n'
  }
  yield '\n]'
}
