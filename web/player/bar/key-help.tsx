/** The list of the player's keyboard shortcuts; `?` opens it. Their actions are in keyboard.ts. */
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { t, type WordKey } from '#web/words/words.ts'

const shifted = (key: string) => `${t('player.keyShift')} ${key}`

const KEYS: readonly { keys: readonly string[]; word: WordKey }[] = [
  { keys: [t('player.keySpace'), 'K'], word: 'player.keyPlay' },
  { keys: ['J', 'L'], word: 'player.keySeek' },
  { keys: [t('player.keyLeft'), t('player.keyRight')], word: 'player.keySeekArrows' },
  { keys: ['0 – 9'], word: 'player.keyPart' },
  { keys: [shifted('P'), shifted('N')], word: 'player.keyTracks' },
  { keys: [shifted(t('player.keyUp')), shifted(t('player.keyDown'))], word: 'player.keyVolume' },
  { keys: ['M'], word: 'player.keyMute' },
  { keys: ['S'], word: 'player.keyShuffle' },
  { keys: ['R'], word: 'player.keyRepeat' },
  { keys: ['<', '>'], word: 'player.keySpeed' },
  { keys: ['Q'], word: 'player.keyQueue' },
  { keys: ['W'], word: 'player.keyLyrics' },
  { keys: ['F'], word: 'player.keyFull' },
  { keys: ['Z'], word: 'player.keyZap' },
  { keys: ['/', 'Ctrl K'], word: 'player.keySearch' },
  { keys: ['?'], word: 'player.keyHelp' },
]

export function KeyHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('player.keysTitle')} closeLabel={t('common.close')}>
      <p className="-mt-2 mb-3 text-sm text-ink-2">{t('player.keysNote')}</p>
      <dl className="divide-y divide-line">
        {KEYS.map(({ keys, word }) => (
          <div key={word} className="flex items-center justify-between gap-4 py-2">
            <dt className="text-ink-2">{t(word)}</dt>
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
