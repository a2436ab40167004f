/** Reads the texts of a language: the JSON files of its folder, one per area. Keys are typed from the English files. Pages
 * get the texts from the build instead (web/words/inline-words.ts). */
import fs from 'node:fs'
import path from 'node:path'
import type account from './en/account.json'
import type admin from './en/admin.json'
import type analytics from './en/analytics.json'
import type catalog from './en/catalog.json'
import type comments from './en/comments.json'
import type common from './en/common.json'
import type developers from './en/developers.json'
import type discovery from './en/discovery.json'
import type errors from './en/errors.json'
import type feed from './en/feed.json'
import type library from './en/library.json'
import type mails from './en/mails.json'
import type messages from './en/messages.json'
import type nostr from './en/nostr.json'
import type notifications from './en/notifications.json'
import type player from './en/player.json'
import type promos from './en/promos.json'
import type records from './en/records.json'
import type settings from './en/settings.json'
import type share from './en/share.json'
import type studioEditors from './en/studio-editors.json'
import type studio from './en/studio.json'
import type tickets from './en/tickets.json'
import type wallet from './en/wallet.json'
import type zap from './en/zap.json'

export type TextKey =
  | keyof typeof account
  | keyof typeof admin
  | keyof typeof analytics
  | keyof typeof catalog
  | keyof typeof comments
  | keyof typeof common
  | keyof typeof developers
  | keyof typeof discovery
  | keyof typeof errors
  | keyof typeof feed
  | keyof typeof library
  | keyof typeof mails
  | keyof typeof messages
  | keyof typeof nostr
  | keyof typeof notifications
  | keyof typeof player
  | keyof typeof promos
  | keyof typeof records
  | keyof typeof settings
  | keyof typeof share
  | keyof typeof studioEditors
  | keyof typeof studio
  | keyof typeof tickets
  | keyof typeof wallet
  | keyof typeof zap

export type Texts = Readonly<Record<TextKey, string>>

export function readTexts(language: string): Texts {
  const folder = path.join(import.meta.dirname, language)
  const areas = fs.readdirSync(folder).map((file) => fs.readFileSync(path.join(folder, file), 'utf8'))
  return Object.assign({}, ...areas.map((area) => JSON.parse(area) as Partial<Texts>)) as Texts
}
