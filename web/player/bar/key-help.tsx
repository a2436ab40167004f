/** The list of the player's keyboard shortcuts; `?` opens it. Their actions are in keyboard.ts. */
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'

const shifted = (key: string) => `${t('player.keyShift')} ${key}`

const KEYS: readonly { keys: readonly string[]; label: TranslationKey }[] = [
  { keys: [t('player.keySpace'), 'K'], label: 'player.keyPlay' },
  { keys: ['J', 'L'], label: 'player.keySeek' },
  { keys: [t('player.keyLeft'), t('player.keyRight')], label: 'player.keySeekArrows' },
  { keys: ['0 – 9'], label: 'player.keyPart' },
  { keys: [shifted('P'), shifted('N')], label: 'player.keyTracks' },
  { keys: [shifted(t('player.keyUp')), shifted(t('player.keyDown'))], label: 'player.keyVolume' },
  { keys: ['M'], label: 'player.keyMute' },
  { keys: ['S'], label: 'player.keyShuffle' },
  { keys: ['R'], label: 'player.keyRepeat' },
  { keys: ['<', '>'], label: 'player.keySpeed' },
  { keys: ['Q'], label: 'player.keyQueue' },
  { keys: ['W'], label: 'player.keyLyrics' },
  { keys: ['F'], label: 'player.keyFull' },
  { keys: ['Z'], label: 'player.keyZap' },
  { keys: ['/', 'Ctrl K'], label: 'player.keySearch' },
  { keys: ['?'], label: 'player.keyHelp' },
]

export function KeyHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('player.keysTitle')} closeLabel={t('common.close')}>
      <p className="-mt-2 mb-3 text-sm text-ink-2">{t('player.keysNote')}</p>
      <dl className="divide-y divide-line">
        {KEYS.map(({ keys, label }) => (
          <div key={label} className="flex items-center justify-between gap-4 py-2">
            <dt className="text-ink-2">{t(label)}</dt>
            <dd className="flex shrink-0 gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-8 rounded-small border border-line-2 bg-beige px-2 py-0.5 text-center font-text text-sm font-semi"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
