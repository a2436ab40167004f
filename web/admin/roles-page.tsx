/** The operators of this server, their roles, and what each role may do, read from the contract. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '#contract/calls.ts'
import { isForRole, pathOf, type Wire } from '#contract/endpoint.ts'
import { operatorRoles, type OperatorRole } from '#contract/roles.ts'
import { listOperators, setOperatorRole } from '#contract/operator/roles.ts'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { describeProblem, withRecentLogin } from '#web/session/fresh-login.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, SelectField } from '#web/ui/controls/field.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Table } from '#web/ui/layout/table.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { AdminFrame, ListWaiting } from './admin-frame.tsx'
import { useEntered } from './entered.ts'
import { REASON_MAX, ReasonDialog, type Question } from './reason-dialog.tsx'
import { roleName } from './role-names.ts'

export function Page() {
  return (
    <AdminFrame title={t('admin.roles')} lead={t('admin.rolesLead')}>
      <Operators />
      <Section title={t('admin.giveRole')}>
        <RoleForm />
      </Section>
      <Section title={t('admin.rights')}>
        <Rights />
      </Section>
    </AdminFrame>
  )
}

type Operator = Wire<typeof listOperators>[number]

function useRoleChange() {
  const { call } = useSite()
  const refresh = useRefresh()
  return async (body: { username: string; role: OperatorRole | null; reason: string }) => {
    await withRecentLogin(() => call(setOperatorRole, { body }))
    await refresh(listOperators)
    showToast(t('admin.roleSet', { name: body.username }))
  }
}

function Operators() {
  const { call } = useSite()
  const change = useRoleChange()
  const [question, setQuestion] = useState<Question | null>(null)
  const { data, error, refetch } = useQuery({ ...callQuery(call, listOperators, {}), staleTime: 0 })
  if (!data) return <ListWaiting error={error} onRetry={() => void refetch()} />
  const remove = ({ username }: Operator) =>
    setQuestion({
      title: t('admin.removeRoleTitle', { name: username }),
      lead: t('admin.removeRoleLead'),
      button: t('admin.removeRole'),
      isDestructive: true,
      send: (reason) => change({ username, role: null, reason }),
    })
  return (
    <>
      <Table
        caption={t('admin.roles')}
        rows={data}
        rowKey={({ userId }) => userId}
        columns={[
          {
            key: 'name',
            head: t('admin.operator'),
            cell: ({ username }) => <span className="break-all">{username}</span>,
          },
          { key: 'role', head: t('admin.role'), cell: ({ role }) => roleName(role) },
          {
            key: 'factor',
            head: t('admin.secondFactor'),
            isWideOnly: true,
            cell: ({ hasSecondFactor }) => t(hasSecondFactor ? 'admin.yes' : 'admin.no'),
          },
          {
            key: 'remove',
            head: t('admin.removeRole'),
            isFigure: true,
            cell: (operator) => (
              <Button
                kind="quiet"
                size="small"
                aria-label={t('admin.removeRoleTitle', { name: operator.username })}
                onClick={() => remove(operator)}
              >
                {t('admin.removeRole')}
              </Button>
            ),
          },
        ]}
      />
      <ReasonDialog question={question} onClose={() => setQuestion(null)} />
    </>
  )
}

const NONE = { username: '', role: 'moderator' as OperatorRole, reason: '' }

function RoleForm() {
  const { entered, isMissing, field, onSubmit, empty } = useEntered(NONE)
  const sending = useMutation({ mutationFn: useRoleChange(), onSuccess: empty })
  const submit = onSubmit(() => {
    const username = entered.username.trim().toLowerCase()
    if (username !== '' && entered.reason.trim() !== '') sending.mutate({ ...entered, username })
  })
  const problem = describeProblem(sending.error)
  return (
    <form noValidate onSubmit={submit} className="flex max-w-2xl flex-col gap-5">
      <Field
        label={t('admin.username')}
        autoComplete="off"
        autoCapitalize="none"
        {...field('username')}
        error={isMissing('username') ? t('admin.usernameMissing') : undefined}
      />
      <SelectField label={t('admin.role')} {...field('role')}>
        {operatorRoles.map((role) => (
          <option key={role} value={role}>
            {roleName(role)}
          </option>
        ))}
      </SelectField>
      <Field
        label={t('admin.reason')}
        maxLength={REASON_MAX}
        {...field('reason')}
        error={isMissing('reason') ? t('admin.reasonMissing') : undefined}
      />
      {problem !== undefined && <Problem words={problem} />}
      <Button type="submit" className="self-start" isWaiting={sending.isPending}>
        {t('admin.giveRole')}
      </Button>
    </form>
  )
}

const operatorCalls = Object.entries(calls).filter(([, { access }]) => typeof access !== 'string')

function Rights() {
  return (
    <Table
      caption={t('admin.rights')}
      rows={operatorCalls}
      rowKey={([name]) => name}
      columns={[
        {
          key: 'call',
          head: t('admin.call'),
          cell: ([, call]) => (
            <>
              <span lang="en">{call.summary}</span>
              <code className="block text-xs [overflow-wrap:anywhere] text-ink-2">
                {call.method} {pathOf(call)}
              </code>
              <span className="block text-sm lg:hidden">
                {operatorRoles
                  .filter((role) => isForRole(call, role))
                  .map(roleName)
                  .join(', ')}
              </span>
            </>
          ),
        },
        ...operatorRoles.map((role) => ({
          key: role,
          head: roleName(role),
          isWideOnly: true,
          cell: ([, call]: (typeof operatorCalls)[number]) => t(isForRole(call, role) ? 'admin.yes' : 'admin.no'),
        })),
      ]}
    />
  )
}
