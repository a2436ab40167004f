/** Imports and exports chapters as plain text: pasted or from a file, copied or saved. */
import { useState } from 'react'
import { newKey } from '#web/data/api.ts'
import { saveFile } from '#web/session/save-file.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextArea } from '#web/ui/controls/field.tsx'
import { FileButton } from '#web/ui/controls/file-button.tsx'
import { t } from '#web/words/words.ts'
import type { DraftChapter } from './draft.ts'
import { readChapters, formatChapters } from './text.ts'

export function ChaptersText({
  rows,
  title,
  onRead,
}: {
  rows: readonly DraftChapter[]
  /** The title of the episode, used as the file name. */
  title: string
  onRead: (rows: DraftChapter[]) => void
}) {
  const [text, setText] = useState<string | null>(null)
  const { chapters, skipped } = readChapters(text ?? '')
  const read = () => {
    // A chapter that already existed at this moment keeps its link and its image.
    const known = new Map(rows.map((row) => [row.startSeconds, row]))
    onRead(
      chapters.map((one) => ({ key: newKey(), href: '', artworkUrl: null, ...known.get(one.startSeconds), ...one })),
    )
    setText(null)
  }
  return (
    <>
      <Button kind="quiet" onClick={() => setText(formatChapters(rows))}>
        {t('editors.chaptersAsText')}
      </Button>
      <Dialog
        isOpen={text !== null}
        onClose={() => setText(null)}
        title={t('editors.chaptersTextTitle')}
        closeLabel={t('common.close')}
        width="wide"
      >
        <TextArea
          label={t('editors.chaptersText')}
          hint={t('editors.chaptersTextHint')}
          rows={10}
          maxLength={100_000}
          spellCheck={false}
          value={text ?? ''}
          onChange={(event) => setText(event.target.value)}
        />
        <p role="status" className="mt-3 text-sm text-ink-2">
          {t('editors.chaptersRead', { count: chapters.length })}{' '}
          {skipped.length > 0 && t('editors.chaptersSkipped', { lines: skipped.slice(0, 12).join(', ') })}
        </p>
        <div className="mt-4 flex flex-wrap gap-2.5">
          <Button disabled={chapters.length === 0} onClick={read}>
            {t('editors.chaptersTake', { count: chapters.length })}
          </Button>
          <FileButton label={t('editors.openFile')} accept=".txt,.md,text/plain" onText={setText} />
          <CopyButton text={text ?? ''} labels={{ idle: t('common.copy'), copied: t('common.copied') }} />
          <Button
            kind="quiet"
            disabled={chapters.length === 0}
            onClick={() => saveFile(new Blob([`${text ?? ''}\n`], { type: 'text/plain' }), `${title} chapters.txt`)}
          >
            {t('editors.saveFile')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
