/** The toolbar above the lyrics: plain or timed, open a file, save a file. Asks before discarding times. */
import { useState } from 'react'
import type { LyricsProblem } from '#contract/catalog/lyrics-line.ts'
import { saveFile } from '#web/session/save-file.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SelectField } from '#web/ui/controls/field.tsx'
import { FileButton } from '#web/ui/controls/file-button.tsx'
import { SaveIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { importDraft, toKind, writeDraft, type LyricsDraft, type LyricsKind } from './draft.ts'

export function LyricsTools({
  draft,
  title,
  onChange,
  onProblems,
}: {
  draft: LyricsDraft
  /** The title of the track, used as the file name. */
  title: string
  onChange: (draft: LyricsDraft) => void
  /** Reports what could not be parsed in an opened file. */
  onProblems: (problems: LyricsProblem[]) => void
}) {
  const [isLosing, setIsLosing] = useState(false)
  const lyrics = writeDraft(draft)
  const choose = (kind: LyricsKind) => {
    const hasTimes = draft.lines.some(({ timeSeconds }) => timeSeconds !== null)
    if (kind === 'plain' && hasTimes) setIsLosing(true)
    else onChange(toKind(draft, kind))
  }
  const open = (text: string) => {
    const read = importDraft(text)
    onChange(read.draft)
    onProblems(read.problems)
  }
  const fileName = `${title}.${draft.kind === 'timed' ? 'lrc' : 'txt'}`
  return (
    <div className="mb-4 flex flex-wrap items-end gap-2.5">
      <SelectField
        label={t('editors.lyricsKind')}
        value={draft.kind}
        onChange={(event) => choose(event.target.value === 'timed' ? 'timed' : 'plain')}
        className="w-[13rem] max-w-full"
      >
        <option value="plain">{t('editors.lyricsPlain')}</option>
        <option value="timed">{t('editors.lyricsTimed')}</option>
      </SelectField>
      <FileButton label={t('editors.openFile')} accept=".lrc,.txt,text/plain" onText={open} />
      <Button
        kind="quiet"
        icon={<SaveIcon size={17} aria-hidden="true" />}
        disabled={lyrics === ''}
        onClick={() => saveFile(new Blob([`${lyrics}\n`], { type: 'text/plain' }), fileName)}
      >
        {t('editors.saveFile')}
      </Button>
      <LoseTimes
        isOpen={isLosing}
        onClose={() => setIsLosing(false)}
        onLose={() => {
          onChange(toKind(draft, 'plain'))
          setIsLosing(false)
        }}
      />
    </div>
  )
}

function LoseTimes({ isOpen, onClose, onLose }: { isOpen: boolean; onClose: () => void; onLose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('editors.lyricsLoseTitle')} closeLabel={t('common.close')}>
      <p className="mb-5 text-ink-2">{t('editors.lyricsLose')}</p>
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={onLose}>{t('editors.lyricsLoseYes')}</Button>
        <Button kind="quiet" onClick={onClose}>
          {t('studio.back')}
        </Button>
      </div>
    </Dialog>
  )
}
