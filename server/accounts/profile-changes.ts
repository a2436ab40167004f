/** The parts of a profile that can be changed. Omitted fields stay as they are. */
import type { Language } from '#contract/languages.ts'

export type Theme = 'light' | 'dark'

export type ProfileChanges = {
  username?: string
  displayName?: string | null
  ampMsat?: bigint
  artworkKey?: string | null
}
export type Preferences = { language: Language | null; theme: Theme | null }
export type PreferenceChanges = { [Name in keyof Preferences]?: Preferences[Name] | undefined }
