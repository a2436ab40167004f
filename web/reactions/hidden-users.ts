/** The nostr authors the reader has hidden, stored in this browser.
 * Users muted in this site's own comments are stored on the server. */
import { create } from 'zustand'

const STORED_AS = 'peal.nostr-hidden'
const USERS_MAX = 1_000

export const useHiddenUsers = create<{ pubkeys: readonly string[] }>()(() => ({ pubkeys: readStored() }))

export function hideUser(pubkey: string): void {
  keep([pubkey, ...useHiddenUsers.getState().pubkeys.filter((one) => one !== pubkey)].slice(0, USERS_MAX))
}

export function showUsers(pubkeys: readonly string[]): void {
  keep(useHiddenUsers.getState().pubkeys.filter((one) => !pubkeys.includes(one)))
}

function keep(pubkeys: readonly string[]): void {
  useHiddenUsers.setState({ pubkeys })
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(pubkeys))
  } catch {
    return
  }
}

function readStored(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, USERS_MAX) : []
  } catch {
    return []
  }
}
