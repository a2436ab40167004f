/** Credits: contributors and their roles, in a custom order, linked to their page on this server if they have one.
 * Who is paid is decided by the splits. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { parseUsername } from '#contract/accounts/identifiers.ts'
import { getAlbum, updateAlbum } from '#contract/catalog/albums.ts'
import { CREDIT_NAME_MAX, CREDIT_ROLE_MAX, CREDITS_MAX, creditRoles } from '#contract/catalog/credits.ts'
import type { Sent, Wire } from '#contract/endpoint.ts'
import { getEpisode, updateEpisode } from '#contract/catalog/episodes.ts'
import { RECIPIENTS_MAX } from '#contract/split.ts'
import { getTrack, updateTrack } from '#contract/catalog/tracks.ts'
import { newKey, type Call, type CallOptions } from '#web/data/api.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { CheckIcon, CloseIcon, PlusIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { SortableList } from '#web/ui/controls/sortable.tsx'
import { t } from '#web/words/words.ts'
import { errorsOfCredits, toSentCredits, type CreditErrors, type DraftCredit } from './draft.ts'
import { useOrigin } from '#web/studio/editors/origin.ts'
import { useRows } from '#web/studio/editors/rows.ts'
import { SaveBar, useSaving } from '#web/studio/editors/save.tsx'
import { EditorWait } from '#web/studio/editors/wait.tsx'
import { orderTexts } from '#web/studio/editors/order-texts.ts'
import { useKnownNames } from '#web/studio/splits/users.tsx'

const ROLES_ID = 'credit-roles'

export type CreditedContent = { contentId: string; contentType: 'album' | 'track' | 'episode' }
type Credits = readonly { name: string; role: string; username?: string | undefined }[]

/** The query whose response contains the credits of this content. */
function queryOf(call: Call, { contentId, contentType }: CreditedContent) {
  const [key, read] =
    contentType === 'album'
      ? readingOf(call, getAlbum, { params: { albumId: contentId } })
      : contentType === 'track'
        ? readingOf(call, getTrack, { params: { trackId: contentId } })
        : readingOf(call, getEpisode, { params: { episodeId: contentId } })
  return queryOptions<{ credits: Credits }>({ queryKey: key, queryFn: ({ signal }) => read(signal) })
}

function readingOf<E extends typeof getAlbum | typeof getTrack | typeof getEpisode>(
  call: Call,
  endpoint: E,
  input: Sent<E>,
): [readonly unknown[], (signal: AbortSignal) => Promise<Wire<E>>] {
  return [queryKeyOf(endpoint, input), (signal) => call(endpoint, input, { signal })]
}

function sendCredits(
  call: Call,
  { contentId, contentType }: CreditedContent,
  credits: ReturnType<typeof toSentCredits>,
  options: CallOptions,
): Promise<{ credits: Credits }> {
  if (contentType === 'album') {
    return call(updateAlbum, { body: { albumId: contentId, credits: JSON.stringify(credits) } }, options)
  }
  if (contentType === 'track') return call(updateTrack, { body: { trackId: contentId, credits } }, options)
  return call(updateEpisode, { body: { episodeId: contentId, credits } }, options)
}

export function CreditsEditor({ of }: { of: CreditedContent }) {
  const { call } = useSite()
  const query = useQuery(queryOf(call, of))
  if (!query.data) return <EditorWait query={query} />
  return <Editor of={of} saved={toRows(query.data)} />
}

const toRows = ({ credits }: { credits: Credits }): DraftCredit[] =>
  credits.map(({ name, role, username = '' }, index) => ({ key: `credit ${index}`, name, role, username }))

function Editor({ of, saved }: { of: CreditedContent; saved: DraftCredit[] }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const draft = `credits of ${of.contentId}`
  const editing = useRows(draft, saved)
  const { rows, isChanged, isAsked, reset } = editing
  const requireOrigin = useOrigin(draft, isChanged, toSentCredits(saved))
  const known = useKnownNames(usernamesOf(rows))
  const errors = errorsOfCredits(rows, known.unknown)
  const saving = useSaving(
    toSentCredits(rows),
    (credits, options) => sendCredits(call, of, credits, options),
    async () => {
      await queries.invalidateQueries({ queryKey: queryOf(call, of).queryKey })
      reset()
    },
    () =>
      requireOrigin(toSentCredits(rows), async () =>
        toSentCredits(toRows(await queries.fetchQuery({ ...queryOf(call, of), staleTime: 0 }))),
      ),
  )
  return (
    <div>
      <div inert={saving.isWaiting} ref={editing.list}>
        <p className="mb-4 max-w-[68ch] text-ink-2">{t('editors.creditsLead')}</p>
        <datalist id={ROLES_ID}>
          {creditRoles.map((role) => (
            <option key={role} value={role} />
          ))}
        </datalist>
        {rows.length === 0 && <EmptyState sentence={t('editors.creditsNone')} className="!py-9" />}
        <SortableList
          entries={rows.map((row, index) => ({ key: row.key, name: formatName(row, index), row }))}
          label={t('editors.credits')}
          words={orderTexts}
          isDisabled={rows.length < 2}
          onSort={(sorted) => editing.setAll(sorted.map(({ row }) => row))}
          rowClassName="flex items-start gap-1 border-t border-line py-3 md:border-t-0 md:py-1.5"
        >
          {({ row, name }, _index, grip) => (
            <CreditRow
              row={row}
              name={name}
              grip={grip}
              isKnown={known.found.has(parseUsername(row.username) ?? '')}
              errors={isAsked ? errors.get(row.key) : onlyUnknown(row, errors.get(row.key))}
              onChange={editing.set}
              onRemove={() => editing.remove(row.key)}
            />
          )}
        </SortableList>
        <Button
          kind="quiet"
          icon={<PlusIcon size={17} aria-hidden="true" />}
          disabled={rows.length >= CREDITS_MAX}
          onClick={() => editing.add({ key: newKey(), name: '', role: '', username: '' }, 'name')}
          className="mt-3"
        >
          {t('editors.creditAdd')}
        </Button>
      </div>
      <SaveBar saving={saving} isChanged={isChanged} isWrong={() => editing.refuse(errors)} onReset={reset} />
    </div>
  )
}

/** At most as many as one request allows. */
function usernamesOf(rows: readonly DraftCredit[]): string[] {
  return [...new Set(rows.flatMap(({ username }) => parseUsername(username) ?? []))].slice(0, RECIPIENTS_MAX)
}

const formatName = ({ name }: DraftCredit, index: number) =>
  name.trim() || t('editors.creditNumber', { number: index + 1 })

/** While typing, only an unknown username is reported. */
function onlyUnknown({ username }: DraftCredit, errors: CreditErrors | undefined): CreditErrors {
  return username.trim().length > 2 && errors?.username !== undefined ? { username: errors.username } : {}
}

function CreditRow({
  row,
  name,
  grip,
  isKnown,
  errors = {},
  onChange,
  onRemove,
}: {
  row: DraftCredit
  name: string
  grip: ReactNode
  isKnown: boolean
  errors: CreditErrors | undefined
  onChange: (row: DraftCredit) => void
  onRemove: () => void
}) {
  return (
    <>
      <span className="mt-0.5">{grip}</span>
      <div className="grid min-w-0 flex-1 items-start gap-2 md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)]">
        <Field
          name={`name ${row.key}`}
          label={t('editors.creditNameOf', { name })}
          isLabelHidden
          placeholder={t('editors.creditName')}
          value={row.name}
          maxLength={CREDIT_NAME_MAX}
          autoComplete="off"
          error={errors.name}
          onChange={(event) => onChange({ ...row, name: event.target.value })}
        />
        <Field
          name={`role ${row.key}`}
          label={t('editors.creditRoleOf', { name })}
          isLabelHidden
          placeholder={t('editors.creditRole')}
          value={row.role}
          maxLength={CREDIT_ROLE_MAX}
          list={ROLES_ID}
          autoComplete="off"
          error={errors.role}
          onChange={(event) => onChange({ ...row, role: event.target.value })}
        />
        <Field
          name={`username ${row.key}`}
          label={t('editors.creditUsernameOf', { name })}
          isLabelHidden
          placeholder={t('editors.creditUsername')}
          value={row.username}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username}
          {...(isKnown && { suffix: <Known /> })}
          onChange={(event) => onChange({ ...row, username: event.target.value })}
        />
      </div>
      <IconButton label={t('editors.removeOf', { name })} onClick={onRemove} className="mt-0.5">
        <CloseIcon size={18} aria-hidden="true" />
      </IconButton>
    </>
  )
}

function Known() {
  return (
    <span className="text-mint">
      <CheckIcon size={17} aria-hidden="true" />
      <span className="sr-only">{t('studio.splitNameKnown')}</span>
    </span>
  )
}
