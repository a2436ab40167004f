/** Tracks or episodes in their order, with how far each is: on its way, being prepared, ready, failed.
 * Files not sent yet are prepared-list.tsx. */
import type { ReactNode } from 'react'
import { formatDuration } from '../words/format.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { AlertIcon, CloseIcon, RepeatIcon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Field } from '../ui/field.tsx'
import { Progress } from '../ui/progress.tsx'
import { useSession } from '../session/session.ts'
import { useSite } from '../site.ts'
import { t } from '../words/words.ts'
import { formatBytes } from './sound-files.ts'
import { isOverdue, soundState, type Sound } from './sounds.ts'
import { uploadActions } from './upload-window.ts'
import { isActive, type Upload } from './uploads.ts'

export type Line = { key: string; order: number; sound: Sound | null; upload: Upload | null }

/** What is there and what is on its way, as one list. An upload that has arrived is a sound from then on. */
export function toLines(sounds: readonly Sound[], uploads: readonly Upload[]): Line[] {
  const open = uploads.filter(({ state }) => state !== 'prepared' && state !== 'sent')
  const known = new Set(sounds.map(({ id }) => id))
  const lines = sounds.map((sound): Line => ({
    key: sound.id,
    order: sound.order,
    sound,
    upload: open.find(({ contentId }) => contentId === sound.id) ?? null,
  }))
  const unknown = open
    .filter(({ contentId }) => contentId === null || !known.has(contentId))
    .map((upload): Line => ({ key: upload.key, order: upload.order, sound: null, upload }))
  return [...lines, ...unknown]
}

export function SoundList({ lines, isParentOut }: { lines: Line[]; isParentOut: boolean }) {
  return (
    <ol className="border-t border-line">
      {lines.map((line) => (
        <li key={line.key} className="flex min-h-16 flex-wrap items-center gap-3 border-b border-line py-2.5 md:gap-4">
          <span aria-hidden="true" className="numeral w-7 shrink-0 text-center text-lg text-ink-2">
            {line.order}
          </span>
          {line.upload ? (
            <UploadLine upload={line.upload} />
          ) : (
            line.sound && <SoundLine sound={line.sound} isParentOut={isParentOut} />
          )}
        </li>
      ))}
    </ol>
  )
}

function Body({ title, isExplicit, children }: { title: string; isExplicit: boolean; children?: ReactNode }) {
  return (
    <div className="min-w-0 flex-1">
      <p className="flex items-center gap-2">
        <span className="min-w-0 truncate font-semi">{title}</span>
        {isExplicit && <Badge tone="pink">{t('studio.explicit')}</Badge>}
      </p>
      {children}
    </div>
  )
}

function SoundLine({ sound, isParentOut }: { sound: Sound; isParentOut: boolean }) {
  const state = soundState(sound)
  const { title, isExplicit } = sound
  if (state === 'failed') {
    return (
      <Body title={title} isExplicit={isExplicit}>
        <Trouble>
          {sound.compressorError} {t('studio.failedAdvice')}
        </Trouble>
      </Body>
    )
  }
  if (state === 'preparing') {
    return (
      <Body title={title} isExplicit={isExplicit}>
        <p className="mb-1.5 text-sm text-ink-2">
          {t('studio.statePreparing')}
          {isOverdue(sound) && ` · ${t('studio.stateLost')}`}
        </p>
        <Progress label={t('studio.preparingOf', { title })} isHidden part={null} />
      </Body>
    )
  }
  return (
    <>
      <Body title={title} isExplicit={isExplicit} />
      {isParentOut && sound.isDraft && <Badge>{t('studio.notOut')}</Badge>}
      <span className="shrink-0 text-ink-2">{formatDuration(sound.duration ?? 0)}</span>
    </>
  )
}

function Trouble({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-1.5 text-sm text-pink">
      <AlertIcon size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}

function UploadLine({ upload }: { upload: Upload }) {
  const { key, title, isExplicit, trouble } = upload
  if (trouble?.kind === 'title') return <RenameLine upload={upload} />
  return (
    <>
      <Body title={title} isExplicit={isExplicit}>
        {trouble ? <Trouble>{trouble.message}</Trouble> : <p className="text-sm text-ink-2">{wordState(upload)}</p>}
        {(upload.state === 'uploading' || upload.state === 'starting') && (
          <div className="mt-1.5">
            <Progress
              label={t('studio.uploadingOf', { title })}
              isHidden
              part={upload.state === 'uploading' ? upload.part : null}
            />
          </div>
        )}
      </Body>
      {isActive(upload) ? (
        <IconButton label={t('studio.cancelOf', { title })} onClick={() => uploadActions.cancel(key)}>
          <CloseIcon size={19} aria-hidden="true" />
        </IconButton>
      ) : (
        <Again upload={upload} />
      )}
    </>
  )
}

function wordState({ state, part, file }: Upload): string {
  if (state === 'waiting') return t('studio.stateWaiting')
  if (state === 'starting') return t('studio.stateStarting')
  if (state === 'cancelled') return t('studio.stateCancelled')
  return t('studio.stateUploading', { percent: Math.floor(part * 100), size: formatBytes(file.size) })
}

/** The way on after a failure: once more, or first the log-in; files and titles are kept meanwhile. */
function Again({ upload: { key, title, trouble, contentId } }: { upload: Upload }) {
  const site = useSite()
  const forget = useSession((state) => state.signOut)
  return (
    <span className="flex shrink-0 items-center gap-1 max-md:basis-full max-md:pl-10">
      {trouble?.kind === 'login' && (
        // Leaving the dead session sends this page to the log-in and back.
        <Button size="small" onClick={forget}>
          {t('studio.logInAgain')}
        </Button>
      )}
      <Button
        kind="quiet"
        size="small"
        icon={<RepeatIcon size={16} aria-hidden="true" />}
        aria-label={t('studio.sendAgainOf', { title })}
        onClick={() => uploadActions.retry(site, key)}
      >
        {t('studio.sendAgain')}
      </Button>
      {contentId === null && (
        <IconButton label={t('studio.forgetOf', { title })} size="small" onClick={() => uploadActions.remove(key)}>
          <CloseIcon size={18} aria-hidden="true" />
        </IconButton>
      )}
    </span>
  )
}

/** The title is taken: another one, and once more. */
function RenameLine({ upload: { key, title, trouble, file } }: { upload: Upload }) {
  const site = useSite()
  return (
    <form
      noValidate
      className="flex min-w-0 flex-1 flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get('title')
        const next = typeof typed === 'string' ? typed.trim() : ''
        if (next === '' || next === title) return
        uploadActions.edit(key, { title: next })
        uploadActions.retry(site, key)
      }}
    >
      <Field
        name="title"
        label={t('studio.trackTitle', { name: file.name })}
        isLabelHidden
        defaultValue={title}
        error={trouble?.message}
        className="min-w-48 flex-1"
      />
      <Button type="submit" kind="quiet" className="mt-0.5">
        {t('studio.sendAgain')}
      </Button>
      <IconButton label={t('studio.forgetOf', { title })} onClick={() => uploadActions.remove(key)} className="mt-0.5">
        <CloseIcon size={18} aria-hidden="true" />
      </IconButton>
    </form>
  )
}
