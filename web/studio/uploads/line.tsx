/** One upload: progress, pause, resume, and errors with what to do. */
import { listOpenUploads } from '#contract/catalog/uploads.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSession } from '#web/session/session.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CloseIcon, PauseIcon, PlayIcon, RepeatIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Progress } from '#web/ui/states/progress.tsx'
import { t } from '#web/words/words.ts'
import { LineBody, Trouble } from './line-parts.tsx'
import { formatBytes } from '#web/format/bytes.ts'
import { uploadActions } from './window.ts'
import type { Upload } from './upload.ts'
import { isActive } from './uploads.ts'

const MOVING: readonly Upload['state'][] = ['uploading', 'starting', 'paused']

export function UploadLine({ upload }: { upload: Upload }) {
  const { title, isExplicit, trouble, state, part } = upload
  return (
    <>
      <LineBody title={title} isExplicit={isExplicit}>
        {trouble ? <Trouble>{trouble.message}</Trouble> : <p className="text-sm text-ink-2">{describeState(upload)}</p>}
        {MOVING.includes(state) && (
          <div className="mt-1.5">
            <Progress label={t('studio.uploadingOf', { title })} isHidden part={state === 'starting' ? null : part} />
          </div>
        )}
      </LineBody>
      {isActive(upload) || state === 'paused' ? <Hold upload={upload} /> : <Again upload={upload} />}
    </>
  )
}

function describeState({ state, part, file, isReading }: Upload): string {
  const percent = Math.floor(part * 100)
  const size = formatBytes(file.size)
  if (state === 'waiting') return t(isReading ? 'studio.stateReading' : 'studio.stateWaiting')
  if (state === 'starting') return t('studio.stateStarting')
  if (state === 'paused') return t('studio.statePaused', { percent, size })
  if (state === 'cancelled') return t('studio.stateCancelled')
  return t('studio.stateUploading', { percent, size })
}

function Hold({ upload: { key, title, state } }: { upload: Upload }) {
  const site = useSite()
  const cancel = () => {
    uploadActions.cancel(key)
    // The row now shows how much has arrived.
    void site.queries.invalidateQueries({ queryKey: queryKeyOf(listOpenUploads) })
  }
  return (
    <span className="flex shrink-0">
      {state === 'paused' ? (
        <IconButton label={t('studio.resumeOf', { title })} onClick={() => uploadActions.resume(site, key)}>
          <PlayIcon size={17} />
        </IconButton>
      ) : (
        <IconButton label={t('studio.pauseOf', { title })} onClick={() => uploadActions.pause(key)}>
          <PauseIcon size={17} />
        </IconButton>
      )}
      <IconButton label={t('studio.cancelOf', { title })} onClick={cancel}>
        <CloseIcon size={19} aria-hidden="true" />
      </IconButton>
    </span>
  )
}

/** The action after a failure: retry, or log in first. Files and titles are kept meanwhile. */
function Again({ upload: { key, title, trouble, contentId } }: { upload: Upload }) {
  const site = useSite()
  const forget = useSession((state) => state.signOut)
  return (
    <span className="flex shrink-0 items-center gap-1">
      {trouble?.kind === 'login' && (
        // Removing the expired session redirects this page to the log-in and back.
        <Button size="small" onClick={() => forget(false)}>
          {t('studio.logInAgain')}
        </Button>
      )}
      <Button
        kind="quiet"
        size="small"
        icon={<RepeatIcon size={16} aria-hidden="true" />}
        aria-label={t('studio.sendAgainOf', { title })}
        onClick={() => uploadActions.retry(site, key)}
        className="max-md:min-h-11"
      >
        {t('studio.sendAgain')}
      </Button>
      {contentId === null && (
        <IconButton label={t('studio.forgetOf', { title })} onClick={() => uploadActions.remove(key)}>
          <CloseIcon size={18} aria-hidden="true" />
        </IconButton>
      )}
    </span>
  )
}
