/** The props of every part of the settings. */
import type { Account } from '#web/session/account.ts'

export type PartProps = { account: Account }
