/** The nostr authors the reader has hidden, stored in this browser.
 * Users muted in this site's own comments are stored on the server. */
import { create } from 'zustand'

const STORED_AS = 'peal.nostr-hidden'
const PEOPLE_MAX = 1_000

export const useHiddenPeople = create<{ pubkeys: readonly string[] }>()(() => ({ pubkeys: readStored() }))

export function hidePerson(pubkey: string): void {
  keep([pubkey, ...useHiddenPeople.getState().pubkeys.filter((one) => one !== pubkey)].slice(0, PEOPLE_MAX))
}

export function showPeople(pubkeys: readonly string[]): void {
  keep(useHiddenPeople.getState().pubkeys.filter((one) => !pubkeys.includes(one)))
}

function keep(pubkeys: readonly string[]): void {
  useHiddenPeople.setState({ pubkeys })
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(pubkeys))
  } catch {
    return
  }
}

function readStored(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, PEOPLE_MAX) : []
  } catch {
    return []
  }
}
