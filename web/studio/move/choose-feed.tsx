/** The first steps: the address of a feed, what is in it, and the proof that it is the user's. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { beginImport, listImports, mailImportCode, previewImport } from '#contract/catalog/moving/imports.ts'
import { listOwnAlbums } from '#contract/catalog/albums.ts'
import { listOwnPodcasts } from '#contract/catalog/podcasts.ts'
import type { Wire } from '#contract/endpoint.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { Field, SelectField } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { importHref, reasonText } from './import-texts.ts'
import { ValueList } from './value.tsx'

type Preview = Wire<typeof previewImport>
type Artists = readonly { id: string; name: string }[]

export function ChooseFeed({ artists }: { artists: Artists }) {
  const { call } = useSite()
  const [url, setUrl] = useState('')
  const reading = useMutationOnce({ mutationFn: () => call(previewImport, { body: { url } }) })
  return (
    <div className="flex flex-col gap-8">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (url.trim() !== '') reading.mutate()
        }}
      >
        <Field
          label={t('move.address')}
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          error={reading.isError ? describeFailure(reading.error) : undefined}
        />
        <div>
          <Button type="submit" isWaiting={reading.isPending}>
            {t('move.read')}
          </Button>
        </div>
      </form>
      {reading.data && (
        <Found
          key={reading.data.url}
          feed={reading.data}
          artists={artists}
          isReading={reading.isPending}
          onAgain={() => reading.mutate()}
        />
      )}
    </div>
  )
}

type FoundProps = { feed: Preview; artists: Artists; isReading: boolean; onAgain: () => void }

function Found({ feed, artists, isReading, onAgain }: FoundProps) {
  const { call } = useSite()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [artistId, setArtistId] = useState(artists[0]?.id ?? '')
  const isMusic = feed.contentType === 'album'
  const beginning = useMutationOnce({
    mutationFn: () => {
      const body = { url: feed.url, ...(code.trim() !== '' && { code }), ...(isMusic && { artistId }) }
      return call(beginImport, { body })
    },
    onSuccess: async ({ id }) => {
      await Promise.all(
        [listImports, listOwnPodcasts, listOwnAlbums].map((one) =>
          queries.invalidateQueries({ queryKey: queryKeyOf(one) }),
        ),
      )
      void navigate(importHref(id))
    },
  })
  const isProven = feed.proof !== null && !feed.needsUnlock
  return (
    <section aria-labelledby="found-title" className="flex flex-col gap-6 border-t border-line pt-8">
      <div>
        <h2 id="found-title" className="text-xl wrap-anywhere">
          {feed.title}
        </h2>
        {feed.author && <p className="text-ink-2">{feed.author}</p>}
      </div>
      <Contents feed={feed} />
      {feed.importId !== null && (
        <div>
          <ButtonLink kind="quiet" to={importHref(feed.importId)}>
            {t('move.seeReport')}
          </ButtonLink>
        </div>
      )}
      {isProven ? <p>{t(feed.proof === 'email' ? 'move.provenByEmail' : 'move.provenByCode')}</p> : null}
      {!isProven && <Proof feed={feed} code={code} onCode={setCode} isReading={isReading} onAgain={onAgain} />}
      {isMusic && artists.length === 0 && <p>{t('move.artistFirst')}</p>}
      {isMusic && artists.length > 0 && (
        <SelectField label={t('move.artist')} value={artistId} onChange={(event) => setArtistId(event.target.value)}>
          {artists.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {beginning.isError && <Problem words={describeFailure(beginning.error)} />}
      <div>
        <Button
          isWaiting={beginning.isPending}
          disabled={(!isProven && code.trim() === '') || (isMusic && artistId === '')}
          onClick={() => beginning.mutate()}
        >
          {t('move.begin')}
        </Button>
        <p className="mt-2 text-sm text-ink-2">{t('move.draft')}</p>
      </div>
    </section>
  )
}

function Contents({ feed }: { feed: Preview }) {
  const { counts } = feed
  const facts = [
    t(feed.contentType === 'album' ? 'move.tracks' : 'move.episodes', { count: feed.itemCount }),
    ...(counts.chapters > 0 ? [t('move.withChapters', { count: counts.chapters })] : []),
    ...(counts.transcripts > 0 ? [t('move.withTranscripts', { count: counts.transcripts })] : []),
    ...(counts.persons > 0 ? [t('move.withPersons', { count: counts.persons })] : []),
    ...(counts.images > 0 ? [t('move.withImages', { count: counts.images })] : []),
  ]
  return (
    <>
      <ul className="list-disc pl-5">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {feed.value && <ValueList value={feed.value} />}
      {feed.leftOut.length > 0 && (
        <div>
          <h3 className="font-semi">{t('move.willNotCome')}</h3>
          <ul className="mt-1 list-disc pl-5 text-ink-2">
            {feed.leftOut.map(({ title, reason }, place) => (
              <li key={place} className="wrap-anywhere">
                {title || t('move.untitled')}: {reasonText(reason)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

type ProofProps = Pick<FoundProps, 'feed' | 'isReading' | 'onAgain'> & { code: string; onCode: (code: string) => void }

function Proof({ feed, code, onCode, isReading, onAgain }: ProofProps) {
  const { call } = useSite()
  const mailing = useMutationOnce({ mutationFn: () => call(mailImportCode, { body: { url: feed.url } }) })
  const [email] = feed.ownerEmails
  const element = `<podcast:txt purpose="verify">${feed.verificationCode}</podcast:txt>`
  return (
    <div className="flex flex-col gap-5 rounded-bar border border-line bg-highlight p-5">
      <h3 className="text-lg">{t('move.proofTitle')}</h3>
      {feed.isLocked && <p>{t(email === undefined ? 'move.lockedNoEmail' : 'move.locked')}</p>}
      {feed.proof === null && (
        <div>
          <p>{t('move.proofByCode')}</p>
          <p className="mt-2 text-sm font-semi break-all">{element}</p>
          <div className="mt-3 flex flex-wrap gap-2.5">
            <CopyButton text={element} labels={{ idle: t('move.copyCode'), copied: t('studio.copied') }} />
            <Button kind="quiet" isWaiting={isReading} onClick={onAgain}>
              {t('move.readAgain')}
            </Button>
          </div>
        </div>
      )}
      {feed.proof !== null && (
        <Button kind="quiet" isWaiting={isReading} onClick={onAgain}>
          {t('move.readAgain')}
        </Button>
      )}
      {email !== undefined && (
        <div className="flex flex-col items-start gap-3">
          <p>{t('move.proofByEmail', { email })}</p>
          <Button kind="quiet" isWaiting={mailing.isPending} onClick={() => mailing.mutate()}>
            {t('move.mailCode')}
          </Button>
          {mailing.isError && <Problem words={describeFailure(mailing.error)} />}
          {mailing.isSuccess && (
            <Field
              label={t('move.mailedCode')}
              hint={t('move.mailedHint', { email: mailing.data.email })}
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              onChange={(event) => onCode(event.target.value)}
            />
          )}
        </div>
      )}
    </div>
  )
}
