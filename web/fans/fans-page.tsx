/** Fans of one of the user's artists or podcasts, except anonymous ones, and messages to followers. */
import { useState } from 'react'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { type Own, ownWith } from '#web/studio/content/own.ts'
import { StudioFrame, StudioHeading } from '#web/studio/frame/studio-frame.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { SelectField } from '#web/ui/controls/field.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { t } from '#web/words/words.ts'
import type { OwnMaker } from './audiences.ts'
import { FanList } from './fan-list.tsx'
import { Messages } from './messages.tsx'
import { WriteMessage } from './write-message.tsx'

export function Page() {
  return <StudioFrame>{(own) => <Fans own={ownWith(own, 'money')} />}</StudioFrame>
}

function Fans({ own }: { own: Own }) {
  const [search, setSearch] = useSearchParams()
  const [isWriting, setIsWriting] = useState(false)
  const makers: OwnMaker[] = [
    ...own.artists.map(({ id, name }) => ({ id, name, type: 'artist' as const })),
    ...own.podcasts.map(({ id, name }) => ({ id, name, type: 'podcast' as const })),
  ]
  const maker = makers.find(({ id }) => id === search.get('of')) ?? makers[0]
  if (maker === undefined) {
    const action = <ButtonLink to="/studio/create/artist">{t('studio.emptyAction')}</ButtonLink>
    return (
      <>
        <StudioHeading title={t('fans.title')} />
        <EmptyState sentence={t('fans.noMaker')} action={action} />
      </>
    )
  }
  return (
    <>
      <StudioHeading
        title={t('fans.title')}
        lead={t('fans.lead')}
        actions={<Button onClick={() => setIsWriting(true)}>{t('fans.write')}</Button>}
      />
      {makers.length > 1 && (
        <SelectField
          label={t('fans.of')}
          className="mb-6 max-w-sm"
          value={maker.id}
          onChange={({ target }) => setSearch({ of: target.value })}
        >
          {makers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <FanList key={maker.id} makerId={maker.id} />
      <Messages makerId={maker.id} />
      {isWriting && <WriteMessage maker={maker} own={own} onClose={() => setIsWriting(false)} />}
    </>
  )
}
