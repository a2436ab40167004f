/** The props of every part of the settings. */
import type { Account } from '../session/account.ts'

export type PartProps = { account: Account }
