/** The preview links of an album, a track or an episode: making one, who opened and played it, revoking. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { createPreviewLink, listPreviewLinks, revokePreviewLink } from '#contract/catalog/previews/preview-links.ts'
import type { Sent, Wire } from '#contract/endpoint.ts'
import { TITLE_MAX } from '#contract/fields.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { ShownLink } from '#web/studio/content/shown-link.tsx'
import { formatLocalTime, toLocalInput } from '#web/studio/forms/local-time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, SwitchField } from '#web/ui/controls/field.tsx'
import { showErrorToast } from '#web/ui/overlays/toast.tsx'
import { LinesSkeleton } from '#web/ui/states/lines-skeleton.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'

type Link = Wire<typeof listPreviewLinks>[number]

const DEFAULT_DAYS = 30
const DAY_MS = 86_400_000

export function PreviewLinks({ contentId }: { contentId: string }) {
  const { data: links } = useQuery({
    ...callQuery(useSite().call, listPreviewLinks, { params: { contentId } }),
    staleTime: 0,
  })
  return (
    <div className="max-w-[720px]">
      <p className="mb-6 text-ink-2">{t('records.previewsWhat')}</p>
      <NewLink contentId={contentId} />
      <div className="mt-8">
        {links === undefined ? <LinesSkeleton /> : <MadeLinks contentId={contentId} links={links} />}
      </div>
    </div>
  )
}

function useMakeLink(contentId: string, onMade: () => void) {
  const { call, queries } = useSite()
  return useMutation({
    mutationFn: (body: Sent<typeof createPreviewLink>['body']) =>
      call(createPreviewLink, { params: { contentId }, body }),
    onSuccess: () => {
      onMade()
      return queries.invalidateQueries({ queryKey: queryKeyOf(listPreviewLinks) })
    },
  })
}

function NewLink({ contentId }: { contentId: string }) {
  const [name, setName] = useState('')
  const [until, setUntil] = useState(() => toLocalInput(new Date(Date.now() + DEFAULT_DAYS * DAY_MS)))
  const [plays, setPlays] = useState('')
  const [hasDownload, setHasDownload] = useState(false)
  // The name is required: a second press makes no second link.
  const making = useMakeLink(contentId, () => setName(''))
  return (
    <>
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (making.isPending) return
          const playsMax = plays === '' ? null : Number(plays)
          making.mutate({ name, expiresAt: new Date(until).toISOString(), playsMax, hasDownload })
        }}
        className="flex flex-col gap-4"
      >
        <Field
          label={t('records.previewName')}
          hint={t('records.previewNameHint')}
          value={name}
          required
          maxLength={TITLE_MAX}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] items-start gap-4">
          <Field
            type="datetime-local"
            label={t('records.previewUntil')}
            value={until}
            required
            onChange={(event) => setUntil(event.target.value)}
          />
          <Field
            type="number"
            min={1}
            step={1}
            label={t('records.previewPlays')}
            hint={t('records.previewPlaysHint')}
            value={plays}
            onChange={(event) => setPlays(event.target.value)}
          />
        </div>
        <SwitchField
          label={t('records.previewDownload')}
          hint={t('records.previewDownloadHint')}
          isOn={hasDownload}
          onChange={setHasDownload}
        />
        {making.error && <Problem words={describeFailure(making.error)} />}
        <div>
          <Button type="submit" isWaiting={making.isPending}>
            {t('records.previewMake')}
          </Button>
        </div>
      </form>
      {making.data && <ShownLink lead={t('records.previewMade')} url={making.data.url} />}
    </>
  )
}

function MadeLinks({ contentId, links }: { contentId: string; links: readonly Link[] }) {
  const { call, queries } = useSite()
  const revoking = useMutation({
    mutationFn: (linkId: string) => call(revokePreviewLink, { params: { contentId, linkId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeyOf(listPreviewLinks) }),
    onError: (error) => showErrorToast(describeFailure(error)),
  })
  return (
    <ul className="border-t border-line">
      {links.map((link) => (
        <li
          key={link.linkId}
          className="flex min-h-18 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2.5"
        >
          <span className="min-w-0 flex-1 basis-52">
            <span className="block font-semi wrap-anywhere">{link.name}</span>
            <span className="block text-sm text-ink-2">
              {describeState(link)} · {t('records.previewOpens', { count: link.openCount })} · {describePlays(link)}
            </span>
          </span>
          {isOpen(link) && (
            <Button
              kind="quiet"
              aria-label={t('records.previewRevokeNamed', { name: link.name })}
              isWaiting={revoking.isPending && revoking.variables === link.linkId}
              onClick={() => revoking.mutate(link.linkId)}
            >
              {t('team.revoke')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const isOpen = ({ isRevoked, expiresAt }: Link) => !isRevoked && Date.parse(expiresAt) > Date.now()

const describePlays = ({ playCount: count, playsMax: max }: Link): string =>
  max === null ? t('records.previewPlayed', { count }) : t('records.previewPlayedOf', { count, max })

function describeState(link: Link): string {
  const { isRevoked, expiresAt, playsMax, playCount } = link
  if (isRevoked) return t('records.previewRevoked')
  if (!isOpen(link)) return t('records.previewExpired')
  if (playsMax !== null && playCount >= playsMax) return t('records.previewUsedUp')
  return t('records.previewOpenUntil', { date: formatLocalTime(expiresAt) })
}
