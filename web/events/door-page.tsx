/** The door of an event, for its owner and helpers: scan or type a code, and see whether it admits. It works without a
 * connection from the saved list; the server settles later which of two scans was first. */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { DOOR_NAME_MAX, getDoor, SCANS_MAX, sendScans } from '#contract/concerts/door.ts'
import { ApiError } from '#web/data/api.ts'
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
import {
  findDoorTicket,
  judge,
  markUsed,
  newScanId,
  readDoor,
  saveDoor,
  type SavedDoor,
  type Scan,
  type Verdict,
} from './door.ts'
import { canScan, DoorCamera } from './door-camera.tsx'

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

/** True when the server could not be reached, so that this device decides. */
const isUnreachable = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500

function useDoor(concertId: string) {
  const { call } = useSite()
  const [saved, setSaved] = useState<SavedDoor>(() => readDoor(concertId))
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [isOnline, setIsOnline] = useState(true)
  const [error, setError] = useState<unknown>(null)
  const current = useRef(saved)
  const change = (door: SavedDoor) => {
    current.current = door
    saveDoor(concertId, door)
    setSaved(door)
  }
  const send = async (scans: readonly Scan[]) => {
    const door = current.current.door.trim() || t('door.defaultName')
    return call(sendScans, { params: { concertId }, body: { door, scans: [...scans] } })
  }
  const sync = async () => {
    try {
      const { waiting } = current.current
      const sent = waiting.slice(0, SCANS_MAX)
      if (sent.length > 0) {
        await send(sent)
        const ids = new Set(sent.map(({ id }) => id))
        change({ ...current.current, waiting: current.current.waiting.filter(({ id }) => !ids.has(id)) })
      }
      const list = await call(getDoor, { params: { concertId } })
      const waitingFor = new Map(current.current.waiting.map((one) => [one.ticketId, one.scannedAt]))
      const tickets = list.tickets.map((ticket) => {
        const usedAt = ticket.usedAt ?? waitingFor.get(ticket.id) ?? null
        return { ...ticket, usedAt }
      })
      change({ ...current.current, list: { ...list, tickets } })
      setIsOnline(true)
      setError(null)
    } catch (failure) {
      setError(failure)
      setIsOnline(!isUnreachable(failure))
    }
  }
  useEffect(() => {
    void sync()
    const timer = setInterval(() => void sync(), SYNC_MS)
    return () => clearInterval(timer)
  }, [concertId])
  const scan = async (input: string) => {
    const { list, door } = current.current
    if (list === null) return
    const ticket = findDoorTicket(list, input)
    const one: Scan = { id: newScanId(), ticketId: ticket?.id ?? '', scannedAt: new Date().toISOString() }
    const known = judge(ticket, one, door.trim() || t('door.defaultName'))
    if (ticket === null) return setVerdict(known)
    try {
      const [settled] = await send([one])
      if (settled === undefined) return
      setVerdict({ ...settled, ticket })
      if (settled.usedAt !== null) {
        change({ ...current.current, list: markUsed(current.current.list ?? list, ticket.id, settled.usedAt, settled.usedDoor) })
      }
      setIsOnline(true)
    } catch (failure) {
      if (!isUnreachable(failure)) return setError(failure)
      setIsOnline(false)
      setVerdict(known)
      if (known.outcome !== 'admitted') return
      change({
        ...current.current,
        waiting: [...current.current.waiting, one],
        list: markUsed(current.current.list ?? list, ticket.id, one.scannedAt, known.usedDoor),
      })
    }
  }
  return {
    saved,
    verdict,
    isOnline,
    error,
    scan: (input: string) => void scan(input),
    setName: (door: string) => change({ ...current.current, door }),
  }
}
