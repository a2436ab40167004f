/** The JSON format of the fake node's responses: msat stay bigint, times stay Date. Not the format of /v1. */

const MSAT = /^-?\d+n$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

export function toWire(value: unknown): string {
  return JSON.stringify(value, (_name, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one))
}

export function fromWire(text: string): unknown {
  return JSON.parse(text, (_name, one: unknown) => {
    if (typeof one !== 'string') return one
    if (MSAT.test(one)) return BigInt(one.slice(0, -1))
    return MOMENT.test(one) ? new Date(one) : one
  })
}
