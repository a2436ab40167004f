/** The nostr authors the reader has hidden, stored in this browser.
 * Users muted in this site's own comments are stored on the server. */
import { create } from 'zustand'
import { readStored, writeStored } from '#web/data/stored.ts'

const STORED_AS = 'peal.nostr-hidden'
const USERS_MAX = 1_000

export const useHiddenUsers = create<{ pubkeys: readonly string[] }>()(() => ({ pubkeys: readHidden() }))

export function hideUser(pubkey: string): void {
  save([pubkey, ...useHiddenUsers.getState().pubkeys.filter((one) => one !== pubkey)].slice(0, USERS_MAX))
}

export function showUsers(pubkeys: readonly string[]): void {
  save(useHiddenUsers.getState().pubkeys.filter((one) => !pubkeys.includes(one)))
}

function save(pubkeys: readonly string[]): void {
  useHiddenUsers.setState({ pubkeys })
  writeStored(STORED_AS, pubkeys)
}

function readHidden(): string[] {
  const stored = readStored(STORED_AS)
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, USERS_MAX) : []
}
