/** Sharing: the link, optionally with a start time, the embed code with a preview, and a QR code. Loaded on demand. */
import { lazy, Suspense, useId, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getTerms } from '#contract/payments/terms.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field, SelectField, SwitchField, TextArea } from '#web/ui/controls/field.tsx'
import { ShareIcon } from '#web/ui/icon.tsx'
import { Qr } from '#web/ui/images/qr.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { Tabs } from '#web/ui/controls/tab-panels.tsx'
import { formatDuration } from '#web/words/format.ts'
import { currentLanguage } from '#web/words/language.ts'
import { t } from '#web/words/words.ts'
import { embedPathOf, type ShareTarget } from '#web/frame/share-target.ts'
import { embedCode, embedHeightPx, embedUrlOf, linkOf, ownSizeOf, readTime, type EmbedLook } from './share-links.ts'

const ClipPart = lazy(async () => ({ default: (await import('./clip-part.tsx')).ClipPart }))

type Start = { isOn: boolean; text: string }

export function ShareDialog({
  target,
  isOpen,
  onClose,
}: {
  target: ShareTarget
  isOpen: boolean
  onClose: () => void
}) {
  const { publicUrl } = useSettings()
  const origin = publicUrl || location.origin
  const [start, setStart] = useState<Start>(() => ({ isOn: false, text: formatDuration(playedOf(target)) }))
  const startSeconds = start.isOn ? (readTime(start.text) ?? 0) : 0
  const link = linkOf(target, origin, startSeconds)
  const embedPath = embedPathOf(target.path)
  const startField =
    target.durationSeconds === undefined ? null : (
      <StartField start={start} onChange={setStart} maxSeconds={target.durationSeconds} />
    )
  const tabs = [
    { key: 'link', name: t('share.link'), panel: <LinkPart target={target} link={link} startField={startField} /> },
    ...(embedPath === null
      ? []
      : [
          {
            key: 'embed',
            name: t('share.embed'),
            panel: <EmbedPart {...{ target, embedPath, origin, startSeconds }} />,
          },
        ]),
    ...clipTab(target),
    { key: 'qr', name: t('share.qr'), panel: <QrPart target={target} link={link} /> },
  ]
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('share.title')} closeLabel={t('common.close')} width="wide">
      <div className="mb-4 flex items-center gap-3.5">
        {target.artworkUrl !== undefined && (
          <Cover src={target.artworkUrl} alt="" seed={target.path} sizes="56px" className="w-14 shrink-0" />
        )}
        <p className="min-w-0">
          <span className="block truncate text-lg font-semi">{target.title}</span>
          {target.byline && <span className="block truncate text-sm text-ink-2">{target.byline}</span>}
        </p>
      </div>
      <Tabs label={t('share.ways')} tabs={tabs} />
    </Dialog>
  )
}

/** Of a track or an episode. */
function clipTab(target: ShareTarget) {
  const { contentId, durationSeconds } = target
  if (contentId === undefined || durationSeconds === undefined) return []
  const panel = (
    <Suspense fallback={<Skeleton className="h-64 rounded-field" />}>
      <ClipPart target={{ ...target, contentId }} atSeconds={playedOf(target)} />
    </Suspense>
  )
  return [{ key: 'clip', name: t('clips.open'), panel }]
}

/** The current playback position. */
function playedOf({ contentId, durationSeconds }: ShareTarget): number {
  const { activeTrackId, trackPlayedSeconds } = usePlayer.getState()
  return durationSeconds !== undefined && activeTrackId === contentId ? trackPlayedSeconds : 0
}

function StartField({
  start,
  onChange,
  maxSeconds,
}: {
  start: Start
  onChange: (start: Start) => void
  maxSeconds: number
}) {
  const seconds = readTime(start.text)
  const isWrong = start.isOn && (seconds === null || (maxSeconds > 0 && seconds >= maxSeconds))
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="flex min-h-12 min-w-0 flex-1 items-center [&>*]:flex-1">
        <SwitchField label={t('share.startAt')} isOn={start.isOn} onChange={(isOn) => onChange({ ...start, isOn })} />
      </div>
      <Field
        label={t('share.startTime')}
        isLabelHidden
        value={start.text}
        onChange={(event) => onChange({ isOn: true, text: event.target.value })}
        error={isWrong ? t('share.startWrong') : undefined}
        inputMode="numeric"
        maxLength={8}
        className="w-28"
      />
    </div>
  )
}

function LinkPart({ target, link, startField }: { target: ShareTarget; link: string; startField: ReactNode }) {
  const { brandName: brand, shareCampaign: campaign } = useSettings()
  const { title } = target
  const text = campaign ? t('common.shareCampaign', { title, brand, campaign }) : t('common.share', { title, brand })
  const canShare = typeof navigator.share === 'function'
  return (
    <div className="flex flex-col gap-5">
      <Field
        label={t('share.link')}
        isLabelHidden
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      {startField}
      <div className="flex flex-wrap gap-2.5">
        <CopyButton
          text={link}
          kind="solid"
          labels={{ idle: t('share.copyLink'), copied: t('share.copied') }}
          className="min-w-36"
        />
        {canShare && (
          <Button
            kind="quiet"
            icon={<ShareIcon size={17} aria-hidden="true" />}
            // Cancelling the share sheet is not an error.
            onClick={() => void navigator.share({ title: text, text, url: link }).catch(() => undefined)}
          >
            {t('share.system')}
          </Button>
        )}
      </div>
      <AddressLine target={target} />
    </div>
  )
}

/** The content's own Lightning address: payments to it are split
 * and counted like its zaps. For a user, their own address. */
function AddressLine({ target: { contentId = '', lightningName } }: { target: ShareTarget }) {
  const { publicUrl } = useSettings()
  const { call } = useSite()
  const isContent = contentId !== '' && lightningName === undefined
  const { data: terms } = useQuery({ ...callQuery(call, getTerms, { params: { contentId } }), enabled: isContent })
  const host = publicUrl === '' ? location.host : new URL(publicUrl).host
  const address = lightningName === undefined ? terms?.lightningAddress : `${lightningName}@${host}`
  if (address === undefined) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="min-w-0">
        <span className="block text-sm text-ink-2">{t('share.lightning')}</span>
        <span className="block font-semi break-all">{address}</span>
        <span className="block text-sm text-ink-2">
          {t(lightningName === undefined ? 'share.lightningOfContent' : 'share.lightningNote')}
        </span>
      </p>
      <CopyButton text={address} size="small" labels={{ idle: t('common.copy'), copied: t('share.copied') }} />
    </div>
  )
}

function EmbedPart({
  target,
  embedPath,
  origin,
  startSeconds,
}: {
  target: ShareTarget
  embedPath: string
  origin: string
  startSeconds: number
}) {
  const [look, setLook] = useState<EmbedLook>({ size: ownSizeOf(embedPath), theme: 'auto' })
  const url = embedUrlOf(embedPath, origin, startSeconds, look, currentLanguage())
  // The preview uses this page's origin, which may differ from the configured public URL.
  const shownUrl = embedUrlOf(embedPath, location.origin, startSeconds, look, currentLanguage())
  const name = target.byline ? `${target.title} – ${target.byline}` : target.title
  const height = embedHeightPx(look)
  const code = embedCode(url, height, name)
  const previewId = useId()
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={t('share.size')}
          value={look.size}
          onChange={(event) => setLook({ ...look, size: event.target.value as EmbedLook['size'] })}
        >
          <option value="small">{t('share.sizeSmall')}</option>
          <option value="medium">{t('share.sizeMedium')}</option>
          <option value="large">{t('share.sizeLarge')}</option>
        </SelectField>
        <SelectField
          label={t('share.look')}
          value={look.theme}
          onChange={(event) => setLook({ ...look, theme: event.target.value as EmbedLook['theme'] })}
        >
          <option value="auto">{t('share.lookAuto')}</option>
          <option value="light">{t('share.lookLight')}</option>
          <option value="dark">{t('share.lookDark')}</option>
        </SelectField>
      </div>
      <div>
        <h3 id={previewId} className="mb-1.5 font-text text-sm font-semi tracking-normal">
          {t('share.preview')}
        </h3>
        <iframe
          key={shownUrl + height}
          src={shownUrl}
          title={t('share.preview')}
          height={height}
          className="w-full rounded-cover border-0"
        />
      </div>
      <TextArea
        label={t('share.code')}
        value={code}
        readOnly
        rows={4}
        className="[&_textarea]:font-mono [&_textarea]:text-sm"
        onFocus={(event) => event.currentTarget.select()}
      />
      <div>
        <CopyButton text={code} kind="solid" labels={{ idle: t('share.copyCode'), copied: t('share.copied') }} />
      </div>
    </div>
  )
}

function QrPart({ target, link }: { target: ShareTarget; link: string }) {
  return (
    <div className="flex flex-col items-center gap-3 pb-1">
      <Qr
        text={link}
        label={t('share.qrLabel', { title: target.title })}
        labels={{ idle: t('common.tapToCopy'), copied: t('common.copied') }}
      />
      <p className="text-sm text-ink-2">{t('share.qrNote')}</p>
    </div>
  )
}
