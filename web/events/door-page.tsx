/** The door of an event, for its owner and helpers: scan or type a code, and see whether it admits. It works without a
 * connection from the saved list; the server settles later which of two scans was first. */
import { useEffect, useMemo, useState, type FormEvent } from 'react'
import { DOOR_NAME_MAX } from '#contract/concerts/door.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useSite } from '#web/data/site.ts'
import { Head } from '#web/frame/head.tsx'
import { useParams } from '#web/navigation/navigation.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { formatMoment } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import type { Verdict } from './door.ts'
import { canScan, DoorCamera } from './door-camera.tsx'
import { type DoorState, openDoor, startOf } from './door-session.ts'

const SYNC_MS = 5_000

export function Page() {
  const { concertId = '' } = useParams()
  return <Door key={concertId} concertId={concertId} />
}

function Door({ concertId }: { concertId: string }) {
  const door = useDoor(concertId)
  const { saved, verdict, isOnline, error } = door
  const { list } = saved
  if (list === null) {
    return error === null ? <PageSkeleton label={t('common.loading')} /> : <Problem words={describeFailure(error)} />
  }
  const used = list.tickets.filter(({ usedAt }) => usedAt !== null).length
  const valid = list.tickets.filter(({ isRefunded, usedAt }) => !isRefunded || usedAt !== null).length
  return (
    <>
      <Head title={t('door.title', { name: list.name })} isHidden />
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="min-w-0">
          <h1 className="title-great wrap-anywhere">{t('door.title', { name: list.name })}</h1>
          <p className="mt-1 text-ink-2">{list.place}</p>
        </div>
        <p>
          <span className="numeral text-3xl">{t('door.count', { used, total: valid })}</span>
          <span className="block text-sm text-ink-2">
            {isOnline ? t('door.online') : t('door.offline', { count: saved.waiting.length })}
          </span>
        </p>
      </header>
      <VerdictBand verdict={verdict} timeZone={list.timeZone} />
      <Scanner door={saved.door} onDoor={door.setName} onScan={door.scan} />
    </>
  )
}

function Scanner({
  door,
  onDoor,
  onScan,
}: {
  door: string
  onDoor: (door: string) => void
  onScan: (input: string) => void
}) {
  const [code, setCode] = useState('')
  const [hasCamera, setHasCamera] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') return
    onScan(code)
    setCode('')
  }
  return (
    <div className="mt-6 grid gap-8 md:grid-cols-2">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t('door.code')}
          hint={t('door.codeHint')}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={300}
        />
        <Button type="submit" size="large">
          {t('door.check')}
        </Button>
        <Field
          label={t('door.name')}
          hint={t('door.nameHint')}
          value={door}
          maxLength={DOOR_NAME_MAX}
          onChange={(event) => onDoor(event.currentTarget.value)}
        />
      </form>
      {canScan() && (
        <div>
          {hasCamera ? (
            <DoorCamera onCode={onScan} onEnd={() => setHasCamera(false)} />
          ) : (
            <Button kind="outline" size="large" onClick={() => setHasCamera(true)}>
              {t('door.camera')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function VerdictBand({ verdict, timeZone }: { verdict: Verdict | null; timeZone: string }) {
  if (verdict === null) return null
  const { outcome, ticket, usedAt, usedDoor } = verdict
  const isGood = outcome === 'admitted'
  const when = usedAt === null ? '' : formatMoment(new Date(usedAt), { timeStyle: 'medium', timeZone })
  const words =
    outcome === 'admitted'
      ? t('door.admitted')
      : outcome === 'already'
        ? t('door.already', { time: when, door: usedDoor ?? '' })
        : t(outcome === 'refunded' ? 'door.refunded' : 'door.unknown')
  return (
    <div
      role="status"
      className={`rounded-bar p-6 md:p-8 ${isGood ? 'bg-mint-soft text-mint' : 'bg-pink-soft text-pink'}`}
    >
      <p className="title-1">{words}</p>
      {ticket !== null && (
        <p className="mt-3 text-lg font-semi text-ink wrap-anywhere">
          {[ticket.guestName ?? ticket.tierName, ticket.code].join(' · ')}
        </p>
      )}
    </div>
  )
}

function useDoor(concertId: string) {
  const { call } = useSite()
  const [state, setState] = useState<DoorState>(() => startOf(concertId))
  const session = useMemo(
    () => openDoor({ call, concertId, defaultName: t('door.defaultName'), onChange: setState }),
    [call, concertId],
  )
  useEffect(() => {
    void session.sync()
    const timer = setInterval(() => void session.sync(), SYNC_MS)
    return () => clearInterval(timer)
  }, [session])
  return { ...state, scan: (input: string) => void session.scan(input), setName: session.setName }
}
