/** The backup codes, shown once: to copy, save or write down. */
import { saveFile } from '#web/session/save-file.ts'
import { useAccount } from '#web/session/account.ts'
import { useSettings } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { SaveIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'

export function BackupCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { brandName } = useSettings()
  const { data: account } = useAccount()
  const save = () => {
    const head = t('settings.codesFileHead', { brand: brandName, name: account?.name ?? '' })
    const text = `${head}\n\n${codes.join('\n')}\n`
    saveFile(new Blob([text], { type: 'text/plain' }), `${brandName.toLowerCase()}-backup-codes.txt`)
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">{t('settings.backupLead')}</p>
      <ul
        aria-label={t('settings.backupTitle')}
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-field bg-sunken px-5 py-4 font-semi"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex gap-2.5">
        <CopyButton
          text={codes.join('\n')}
          className="flex-1"
          labels={{ idle: t('common.copy'), copied: t('common.copied') }}
        />
        <Button kind="quiet" className="flex-1" icon={<SaveIcon size={17} aria-hidden="true" />} onClick={save}>
          {t('settings.codesSave')}
        </Button>
      </div>
      <Button size="large" onClick={onKept}>
        {t('settings.codesKept')}
      </Button>
    </div>
  )
}
