/** What every part of the settings is given. */
import type { Account } from '../session/account.ts'

export type PartProps = { account: Account }
