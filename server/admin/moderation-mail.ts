/** Mails about notices and counter-notices: that they arrived, with the link to their state; the decision; and to a claimant
 * the counter-notice. Holding an upload opens a case. */
import { addressIn, isLanguage, type Language, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { type AssetHeld, type Notice, type ReportsMailed, topics } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import type { Mailer } from '#server/platform/mail.ts'
import { mailIn, oneLine, textIn } from '#server/platform/texts.ts'
import { type MailedReport, selectClaimants, selectForMail, selectReportState } from './case-queries.ts'
import { selectCounterNotice } from './counter-notice-queries.ts'
import { dueOfHeldUpload } from './deadlines.ts'
import { file } from './reports.ts'

type Parts = { database: Database; mailer: Mailer; config: Pick<Config, 'brandName'>; publicUrl: string }

const languageOf = (language: string | null): Language =>
  language !== null && isLanguage(language) ? language : PLAIN_LANGUAGE

/** Subscriber for reports-mailed. A repeated delivery sends the mail again: two mails are better than none. */
export function mailReports(parts: Parts) {
  return async ({ reportIds }: ReportsMailed): Promise<void> => {
    for (const report of await selectForMail(parts.database.read, reportIds)) {
      await mailSender(parts, report)
      if (report.outcome === null) await mailClaimants(parts, report)
    }
  }
}

async function mailSender({ mailer, config, publicUrl }: Parts, report: MailedReport): Promise<void> {
  const { reportId, kind, title, form, outcome, answer } = report
  if (form.email === null) return
  const language = languageOf(form.language)
  const name = oneLine(form.name)
  const brand = config.brandName
  const isCounter = kind === 'counter-notice'
  const link = publicUrl + addressIn(isCounter ? '/decisions' : `/notice/${reportId}`, language)
  const mail =
    outcome === null
      ? mailIn(language, isCounter ? 'counterReceived' : 'noticeReceived', { name, title: oneLine(title), link, brand })
      : mailIn(language, isCounter ? 'counterDecided' : 'noticeDecided', {
          name,
          title: oneLine(title),
          link,
          brand,
          outcome: textIn(language, outcome === 'acted' ? 'notice.acted' : 'notice.dismissed'),
          reason: answer ?? '',
        })
  await mailer.send({ to: form.email, ...mail })
}

/** Of a counter-notice, to those whose notices led to the takedown: 17 U.S.C. § 512(g)(2)(B). */
async function mailClaimants({ database, mailer, config }: Parts, { reportId, form }: MailedReport): Promise<void> {
  const counter = await selectCounterNotice(database.read, reportId)
  if (counter === null) return
  const { takedownId, title, text, notBefore, dueAt } = counter
  for (const claimant of await selectClaimants(database.read, takedownId)) {
    if (claimant.email === null) continue
    const language = languageOf(claimant.language)
    const day = (date: Date) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date)
    const mail = mailIn(language, 'counterNotice', {
      name: oneLine(claimant.name),
      title: oneLine(title),
      text,
      sender: [form.name, form.address, form.phone, form.email].map((part) => oneLine(part ?? '')).join('\n'),
      from: day(notBefore),
      until: day(dueAt),
      brand: config.brandName,
    })
    await mailer.send({ to: claimant.email, ...mail })
  }
}

/** Subscriber for asset-held. Idempotent: an open case of the upload stays as it is. */
export function openHeldCase({ database, clock }: { database: Database; clock: Clock }) {
  return ({ assetId, owner, name }: AssetHeld): Promise<void> =>
    database.transaction(async (tx) => {
      if ((await selectReportState(tx, assetId)) !== null) return
      const now = clock.now()
      await file(tx, {
        id: assetId,
        kind: 'held-upload',
        contentId: assetId,
        contentType: 'upload',
        title: oneLine(name),
        reporterId: owner,
        reason: 'copyright',
        note: null,
        form: null,
        dueAt: dueOfHeldUpload(now),
        now,
      })
      const note = { kind: 'moderation', reason: 'held', actorId: null, content: null, comment: oneLine(name) } as const
      await publish(tx, topics.notice, assetId, { ...note, noticeId: assetId, userIds: [owner] } satisfies Notice)
    })
}
