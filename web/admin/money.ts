/** How the money stands, as it travels. */
import type { getMoney } from '#contract/admin.ts'
import type { Wire } from '#contract/endpoint.ts'

export type MoneyWire = Wire<typeof getMoney>
