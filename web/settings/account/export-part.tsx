/** Exports all data stored about the user. */
import { useMutation } from '@tanstack/react-query'
import { exportAccount } from '#contract/accounts/leaving.ts'
import { fetchFile, saveFile } from '#web/session/save-file.ts'
import { useSettings } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SaveIcon } from '#web/ui/icon.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { Panel } from '#web/settings/panel.tsx'
import type { PartProps } from '#web/settings/part-props.ts'

export function ExportPart({ account }: PartProps) {
  const { brandName } = useSettings()
  const saving = useMutation({
    mutationFn: () => fetchFile(exportAccount),
    onSuccess: (file) => {
      const day = new Date().toISOString().slice(0, 10)
      saveFile(file, `${brandName.toLowerCase()}-${account.name}-${day}.json`)
      showToast(t('settings.exported'))
    },
  })
  return (
    <Panel title={t('settings.export')} note={t('settings.exportNote')}>
      {saving.isError && <Problem words={describeFailure(saving.error)} />}
      <Button
        kind="quiet"
        className="self-start"
        isWaiting={saving.isPending}
        icon={<SaveIcon size={17} aria-hidden="true" />}
        onClick={() => saving.mutate()}
      >
        {t(saving.isPending ? 'settings.exporting' : 'settings.exportSave')}
      </Button>
    </Panel>
  )
}
