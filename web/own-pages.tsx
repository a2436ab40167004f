/** Pages that a visit rarely begins with, apart from open-page.tsx because their list is long. Pages that need a log-in
 * are drawn only after the session has been read. */
import { lazy, Suspense, useState, type ComponentType } from 'react'
import { Navigate } from './navigation/link.tsx'
import { useLocation } from './navigation/navigation.tsx'
import { BareStudio, isStudioPath, StudioGate } from './onboarding/studio-gate.tsx'
import { LoadingTitle } from './frame/own-titles.tsx'
import type { PageModule } from './frame/page.ts'
import type { PageRoute } from './routes.ts'
import { useSession } from './session/session.ts'
import { PageSkeleton } from './ui/states/skeleton.tsx'
import { WalletSkeleton } from './wallet/wallet-skeleton.tsx'
import { t } from './words/words.ts'

const files = import.meta.glob<PageModule>('./**/*-page.tsx')
/** Created once per path; otherwise React would take the same page for a different component. */
const privatePages = new Map<string, ComponentType>()

export async function readOwnPage(path: string, file: PageRoute['file'], access: PageRoute['access']) {
  if (access === 'public') return loadFile(file)
  const Page = privatePages.get(path) ?? createPrivatePage(path, file)
  privatePages.set(path, Page)
  return { Page }
}

async function loadFile(file: PageRoute['file']): Promise<PageModule> {
  const load = files[`./${file}`]
  if (!load) throw new Error(`no page file ${file}`)
  return load()
}

/** Shows a placeholder on the server and until the session has
 * been read; then the page, or a redirect to the log-in. */
function createPrivatePage(path: string, file: PageRoute['file']): ComponentType {
  const Page = lazy(async () => ({ default: (await loadFile(file)).Page }))
  return function PrivatePage() {
    const loading = shapeOf(path)
    const { session, isAwake, isLeaving } = useSession()
    // Then the log-in page says that the session has ended.
    const [isOpened, setIsOpened] = useState(false)
    const { pathname, search } = useLocation()
    if (!isAwake || (!session && isLeaving)) return loading
    if (!session) {
      const over = isOpened ? '&over' : ''
      return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}${over}`} />
    }
    if (!isOpened) setIsOpened(true)
    const shown = (
      <Suspense fallback={loading}>
        <Page />
      </Suspense>
    )
    return isStudioPath(path) ? <StudioGate>{shown}</StudioGate> : shown
  }
}

function shapeOf(path: string) {
  if (isStudioPath(path)) return <BareStudio />
  const Skeleton = path === '/transactions' ? WalletSkeleton : PageSkeleton
  return (
    <>
      <LoadingTitle />
      <Skeleton label={t('common.loading')} />
    </>
  )
}
