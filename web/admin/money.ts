/** The state of the money, as the server returns it. */
import type { getMoney } from '#contract/operator/admin.ts'
import type { Wire } from '#contract/endpoint.ts'

export type MoneyWire = Wire<typeof getMoney>
