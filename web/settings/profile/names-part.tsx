/** The display name, and the username, which is part of the user's addresses. */
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { TITLE_MAX } from '#contract/fields.ts'
import { parseUsername } from '#contract/accounts/identifiers.ts'
import { checkUsername } from '#contract/accounts/users.ts'
import { ApiError } from '#web/data/api.ts'
import { readingSettingsOf } from '#web/format/destination.ts'
import { useDraft } from '#web/session/drafts.ts'
import { Link } from '#web/navigation/link.tsx'
import { callQuery } from '#web/data/queries.ts'
import { hasPage } from '#web/routes.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { useSettled } from '#web/data/use-settled.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { useEditAccount } from '#web/settings/edit-account.ts'
import { Panel } from '#web/settings/panel.tsx'
import type { PartProps } from '#web/settings/part-props.ts'

export function NamesPart({ account }: PartProps) {
  const { ownHost } = readingSettingsOf(useSettings())
  const saved = { displayName: account.displayName ?? '', typed: account.name }
  const draft = useDraft('names', saved)
  const { displayName, typed } = draft.value
  const name = typed.trim().toLowerCase()
  const saving = useEditAccount(t('settings.namesSaved'))
  const check = useNameCheck(name, account.name)
  const isNewName = name !== account.name
  const isNewDisplayName = displayName.trim() !== (account.displayName ?? '')
  const isOfName = saving.error instanceof ApiError && saving.error.code.startsWith('username-')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (check.problem !== undefined) return
    const body = {
      ...(isNewName && { name }),
      ...(isNewDisplayName && { displayName: displayName.trim() }),
    }
    saving.mutate(body, { onSuccess: draft.reset })
  }
  const hint = isNewName && check.isFree ? t('settings.nameFree', { name }) : t('settings.usernameHint')
  const profile = `/profile/${account.profileUrl}`
  return (
    <Panel title={t('settings.names')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field
          label={t('settings.displayName')}
          name="displayName"
          autoComplete="nickname"
          maxLength={TITLE_MAX}
          value={displayName}
          onChange={(event) => draft.change({ ...draft.value, displayName: event.target.value })}
          hint={t('settings.displayNameHint')}
        />
        <Field
          label={t('settings.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
          value={typed}
          onChange={(event) => {
            draft.change({ ...draft.value, typed: event.target.value })
            saving.reset()
          }}
          hint={hint}
          error={check.problem ?? (isOfName ? describeFailure(saving.error) : undefined)}
        />
        {isNewName && check.problem === undefined && (
          <p className="rounded-field bg-purple-soft px-4 py-3 text-sm">
            {t('settings.renameNote', { address: `${name}@${ownHost}`, before: account.name })}
          </p>
        )}
        {saving.isError && !isOfName && <Problem words={describeFailure(saving.error)} />}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button type="submit" isWaiting={saving.isPending} disabled={!isNewName && !isNewDisplayName}>
            {t('settings.save')}
          </Button>
          {hasPage(profile) && (
            <Link to={profile} className="font-semi text-purple hover:underline">
              {t('settings.seeProfile')}
            </Link>
          )}
        </div>
      </form>
    </Panel>
  )
}

/** Checked once the user has stopped typing; saving is checked by the server again. */
function useNameCheck(name: string, ownName: string): { problem: string | undefined; isFree: boolean } {
  const { call } = useSite()
  const settled = useSettled(name)
  const isName = parseUsername(name) !== null
  const { error, isSuccess } = useQuery({
    ...callQuery(call, checkUsername, { params: { username: settled } }),
    enabled: isName && settled === name && name !== ownName,
    retry: false,
    staleTime: 0,
  })
  if (name === ownName) return { problem: undefined, isFree: false }
  if (!isName) return { problem: t('account.nameInvalid'), isFree: false }
  const isRefused = error instanceof ApiError && error.code.startsWith('username-') && settled === name
  return { problem: isRefused ? describeFailure(error) : undefined, isFree: isSuccess && settled === name }
}
