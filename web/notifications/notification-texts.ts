/** Builds the sentence of a notification. */
import type { listNotifications } from '#contract/community/notifications.ts'
import type { ProofAction } from '#contract/accounts/needed-proof.ts'
import type { Wire } from '#contract/endpoint.ts'
import { nameDay } from '#web/format/days.ts'
import { describeAction } from '#web/session/proof-action.ts'
import { t } from '#web/words/words.ts'
import { formatMoment as formatTimestamp } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'

export type Note = Wire<typeof listNotifications>['notifications'][number]

/** Names and titles are user input of any length. */
const CHARACTERS_MAX = 80

export function describeNotification(note: Note): string {
  const what = note.contentTitle === null ? t('notes.yours') : t('common.quoted', { title: shorten(note.contentTitle) })
  const who = note.actorName === null ? t('notes.somebody') : shorten(note.actorName)
  const sats = formatSats(note.msatAmount ?? 0)
  const { kind, count } = note
  switch (kind) {
    case 'zap-received':
      if (count > 1) return t('notes.zapMany', { count, sats, what })
      return note.actorName === null ? t('notes.zapUnnamed', { sats, what }) : t('notes.zapOne', { who, sats, what })
    case 'address-received':
      return count === 1 ? t('notes.addressOne', { who, sats }) : t('notes.addressMany', { count, sats })
    case 'deposit':
      return t('notes.deposit', { sats })
    case 'withdrawal-failed':
      return t('notes.withdrawalFailed', { sats })
    case 'forward-failed':
      return note.address === null
        ? t('notes.forwardFailedSomewhere', { sats })
        : t('notes.forwardFailed', { sats, address: note.address })
    case 'stream-stopped':
      return t('notes.streamStopped')
    case 'guarded-action':
      return t('proof.guarded', { what: describeGuarded(note) })
    case 'account-held':
      return t('notes.held')
    case 'announcement':
      return note.title ?? t('notes.announcement')
    case 'comment':
      return count === 1 ? t('notes.comment', { who, what }) : t('notes.commentMany', { count, what })
    case 'reply':
      return t('notes.reply', { who, what })
    case 'release':
      return t('notes.release', { who, what })
    case 'genre-news':
      return count === 1 ? t('notes.genreNews', { who, what }) : t('notes.genreNewsMany', { count, who, what })
    case 'new-split':
      return t('notes.newSplit', { who, what })
    case 'split-taken':
      return t('notes.splitTaken', { who, what })
    case 'split-accepted':
      return t('notes.splitAccepted', { who, what })
    case 'split-declined':
      return t('notes.splitDeclined', { who, what })
    case 'follower':
      if (note.actorName === null) return t('notes.followerUnnamed', { count, what })
      return count === 1 ? t('notes.follower', { who, what }) : t('notes.followers', { who, count: count - 1, what })
    case 'ticket-sold':
      return note.msatAmount ? t('notes.ticketSold', { count, what, sats }) : t('notes.ticketTaken', { count, what })
    case 'named':
      return t('notes.named', { who, what })
    case 'ownership-offer':
      return t('notes.ownershipOffer', { who, what })
    case 'ownership-declined':
      return t('notes.ownershipDeclined', { who, what })
    case 'ownership':
      return t('notes.ownership', { who, what })
    case 'gift':
      return t(note.reason === 'spare' ? 'notes.giftSpare' : 'notes.gift', { who, what })
    case 'fan-message':
      return t('notes.fanMessage', { who })
    case 'event-reminder':
      return t('notes.eventReminder', { what })
    case 'thanks':
      return t('notes.thanks', { who, what })
    case 'takedown':
      return t(note.reason === 'undone' ? 'notes.takedownUndone' : 'notes.takedown', { what })
    case 'moderation':
      return describeModeration(note, what)
  }
}

function describeModeration({ reason, contentTitle }: Note, what: string): string {
  if (reason === 'comment') return t('notes.commentRemoved')
  if (reason === 'held') return t('notes.uploadHeld')
  if (reason === 'objection') return t('notes.objectionDecided')
  return contentTitle === null ? t('notes.commentReportDecided') : t('notes.reportDecided', { what })
}

function describeGuarded({ reason, comment, msatAmount }: Note): string {
  const sats = msatAmount === null ? null : formatSats(msatAmount)
  const label = comment === null ? null : shorten(comment)
  return describeAction(reason as ProofAction, { label, sats })
}

function shorten(text: string): string {
  const characters = [...text]
  return characters.length > CHARACTERS_MAX ? `${characters.slice(0, CHARACTERS_MAX - 1).join('')}…` : text
}

export type NoteDay = { name: string; notes: Note[] }

/** Grouped by day in the user's time zone. A new notification
 * shifts others to the next page, so duplicates are removed. */
export function groupNotes(all: readonly Note[], now: Date): NoteDay[] {
  const days: NoteDay[] = []
  for (const note of new Map(all.map((one) => [one.id, one])).values()) {
    const name = nameDay(new Date(note.createdAt), now)
    const last = days.at(-1)
    if (last?.name === name) last.notes.push(note)
    else days.push({ name, notes: [note] })
  }
  return days
}

export const formatTime = (iso: string): string =>
  formatTimestamp(new Date(iso), { hour: '2-digit', minute: '2-digit' })
