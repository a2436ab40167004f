/** Which zaps survive a reload, with a store like the browser's session storage. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { ZAP_TERMS, ZAPPED_TRACK } from '#tests/zap-terms.ts'
import { useSession } from '#web/session/session.ts'
import { attemptFor, FRESH, useAttempts, type Attempt } from './attempts.ts'
import { persistOverLogin, useDrafts } from './drafts.ts'
import { hasStoredZaps } from './storage-key.ts'
import { persistZaps } from './persist-zaps.ts'

const attempt: Attempt = {
  key: 'a key',
  method: 'balance',
  payerId: ZAPPED_TRACK,
  request: { contentId: ZAPPED_TRACK, msatAmount: 5_000 },
  title: 'Kite String',
  terms: ZAP_TERMS,
  shortfallMsat: null,
  onNostr: null,
  stage: 'asking',
  ...FRESH,
  isBusy: true,
}
const store = new Map<string, string>()
const sessionStorage = {
  getItem: (name: string) => store.get(name) ?? null,
  setItem: (name: string, value: string) => void store.set(name, value),
  removeItem: (name: string) => void store.delete(name),
}

beforeEach(() => {
  Object.assign(globalThis, { sessionStorage })
  store.clear()
  useAttempts.setState({ byContent: {} })
  useDrafts.setState({ byContent: {}, resume: null })
})

/** The page closes and opens again with nothing but what was saved. */
function reload(undo: () => void): () => void {
  undo()
  useAttempts.setState({ byContent: {} })
  useDrafts.setState({ byContent: {}, resume: null })
  return persistZaps()
}

test('a zap that was being sent when the page closed is unknown when it is restored, under the same key', () => {
  const undo = persistZaps()
  useAttempts.setState({ byContent: { [ZAPPED_TRACK]: attempt } })
  reload(undo)()
  assert.deepEqual(
    [attemptFor(ZAPPED_TRACK)?.stage, attemptFor(ZAPPED_TRACK)?.key, attemptFor(ZAPPED_TRACK)?.isBusy],
    ['unknown', 'a key', false],
  )
})

test('finished zaps are not stored', () => {
  const undo = persistZaps()
  useAttempts.setState({ byContent: { [ZAPPED_TRACK]: { ...attempt, isBusy: false, stage: 'paid' } } })
  assert.equal(hasStoredZaps(), false)
  undo()
})

test('a draft survives a log-in that leaves the site', () => {
  const undo = persistZaps()
  const target = { contentId: ZAPPED_TRACK, title: 'Kite String', artist: 'Mara', artworkUrl: null }
  useDrafts.setState({
    byContent: { [ZAPPED_TRACK]: { choice: 5_000, otherText: null, message: 'Oh', isAtMoment: true } },
  })
  persistOverLogin(target, '/track/1')
  reload(undo)()
  assert.deepEqual([useDrafts.getState().resume?.path, useDrafts.getState().resume?.draft.message], ['/track/1', 'Oh'])
})

test('a message that is not sent yet survives a reload, for its user only', () => {
  const draft = { choice: null, otherText: null, message: 'For the song', isAtMoment: true }
  const typed = () => useDrafts.getState().byContent[ZAPPED_TRACK]?.message
  const signIn = (userId: string) =>
    useSession.setState({ session: { token: `token of ${userId}`, expiresAt: '2099-01-01T00:00:00Z', userId } })
  signIn('robin')
  const undo = persistZaps()
  useDrafts.setState({ byContent: { [ZAPPED_TRACK]: draft } })
  const again = reload(undo)
  assert.equal(typed(), 'For the song')
  signIn('mara')
  const other = reload(again)
  assert.equal(typed(), undefined)
  useDrafts.setState({ byContent: {} })
  other()
  useSession.setState({ session: null })
  assert.equal(hasStoredZaps(), false)
})

test('without storage, zaps still work', () => {
  Object.assign(globalThis, { sessionStorage: undefined })
  const undo = persistZaps()
  useAttempts.setState({ byContent: { [ZAPPED_TRACK]: attempt } })
  assert.equal(hasStoredZaps(), false)
  assert.equal(attemptFor(ZAPPED_TRACK)?.stage, 'asking')
  undo()
})
