/** Saves an album, a playlist or an episode on this device, shows the progress, and removes it again. The code that
 * saves is loaded on the first press, or when something is saved already. */
import { useEffect, useState } from 'react'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { t } from '#web/words/words.ts'
import { readMark } from './saved-data.ts'
import type { SaveStep, PendingSave } from './saving.ts'

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
    <WordButton label={labelOf(step, title)} onClick={() => void press()}>
      {textOf(step)}
    </WordButton>
  )
}

/** While it is being saved, the progress. */
function textOf(step: SaveStep): string {
  if (step.kind === 'saving') return t('catalog.percent', { percent: Math.round(step.part * 100) })
  return t(step.kind === 'saved' ? 'offline.saved' : 'offline.saveWord')
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
