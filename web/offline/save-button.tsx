/** Saves an album, a playlist or an episode on this device, shows the progress, and removes it again. The code that
 * saves is loaded on the first press, or when something is saved already. */
import { useEffect, useState } from 'react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { DoneIcon, SaveIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { readMark } from './saved-data.ts'
import type { SaveStep, PendingSave } from './saving.ts'

const RADIUS = 9
const ROUND = 2 * Math.PI * RADIUS

export function SaveButton({
  path,
  title,
  pendingSave,
}: {
  path: string
  title: string
  pendingSave: () => PendingSave | Promise<PendingSave>
}) {
  const [isWanted, setIsWanted] = useState(false)
  const step = useSaveStep(path, isWanted)
  const press = async () => {
    setIsWanted(true)
    const saving = await import('./saving.ts')
    if (step.kind === 'saving') return saving.stopSaving(path)
    if (step.kind !== 'saved') return saving.save(await pendingSave())
    await saving.removeSaved([path])
    const { showToast } = await import('#web/ui/overlays/toast.tsx')
    showToast(t('offline.removed', { title }))
  }
  return (
    <IconButton
      label={labelOf(step, title)}
      onClick={() => void press()}
      className="size-12 border-[1.5px] border-current !text-inherit"
    >
      {step.kind === 'saving' ? (
        <svg width="22" height="22" viewBox="0 0 22 22" fill="none" stroke="currentColor" aria-hidden="true">
          <circle cx="11" cy="11" r={RADIUS} strokeWidth="2.5" opacity="0.25" />
          <circle
            cx="11"
            cy="11"
            r={RADIUS}
            strokeWidth="2.5"
            strokeDasharray={ROUND}
            strokeDashoffset={ROUND * (1 - Math.max(0.03, step.part))}
            transform="rotate(-90 11 11)"
          />
          <rect x="8" y="8" width="6" height="6" rx="1" fill="currentColor" stroke="none" />
        </svg>
      ) : step.kind === 'saved' ? (
        <DoneIcon size={20} aria-hidden="true" />
      ) : (
        <SaveIcon size={19} aria-hidden="true" />
      )}
    </IconButton>
  )
}

function labelOf(step: SaveStep, title: string): string {
  if (step.kind === 'saving') return t('offline.saving', { title, percent: Math.round(step.part * 100) })
  if (step.kind === 'partly') return t('offline.goOn', { title })
  return step.kind === 'saved' ? t('offline.remove', { title }) : t('offline.save', { title })
}

/** While nothing is saved on this device, no code is loaded until the button is pressed. */
function useSaveStep(path: string, isWanted: boolean): SaveStep {
  const [step, setStep] = useState<SaveStep>({ kind: 'none' })
  useEffect(() => {
    if (!isWanted && readMark() === null) return
    let undo: (() => void) | null = null
    let isGone = false
    void import('./saving.ts').then(({ watchSaved }) => {
      if (!isGone) undo = watchSaved(path, setStep)
    })
    return () => {
      isGone = true
      undo?.()
    }
  }, [path, isWanted])
  return step
}
