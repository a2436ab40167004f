/** Every Portuguese word that is shown, by room. words.test.ts says what is missing. */
import { ptAccount } from './pt-account.ts'
import { ptAdmin } from './pt-admin.ts'
import { ptAnalytics } from './pt-analytics.ts'
import { ptCatalog } from './pt-catalog.ts'
import { ptComments } from './pt-comments.ts'
import { ptConnections } from './pt-connections.ts'
import { ptEverywhere } from './pt-everywhere.ts'
import { ptDocs } from './pt-docs.ts'
import { ptOnboarding } from './pt-onboarding.ts'
import { ptReactions } from './pt-reactions.ts'
import { ptReceipts } from './pt-receipts.ts'
import { ptSandbox } from './pt-sandbox.ts'
import { ptShell } from './pt-shell.ts'
import { ptStudio } from './pt-studio.ts'
import { ptStudioPages } from './pt-studio-pages.ts'
import { ptStudioEditors } from './pt-studio-editors.ts'
import { ptWallet } from './pt-wallet.ts'
import { ptWaysIn } from './pt-ways-in.ts'
import { ptAdminArea } from './pt-admin-area.ts'
import { ptFeed } from './pt-feed.ts'
import { ptLegal } from './pt-legal.ts'
import { ptLibrary } from './pt-library.ts'
import { ptMessages } from './pt-messages.ts'
import { ptNostr } from './pt-nostr.ts'
import { ptNotifications } from './pt-notifications.ts'
import { ptOffline } from './pt-offline.ts'
import { ptPeople } from './pt-people.ts'
import { ptPlayer } from './pt-player.ts'
import { ptPlaylists } from './pt-playlists.ts'
import { ptRoom } from './pt-room.ts'
import { ptSettings } from './pt-settings.ts'
import { ptShare } from './pt-share.ts'
import { ptOwnWallets } from './pt-own-wallets.ts'
import { ptProof } from './pt-proof.ts'
import { ptZap } from './pt-zap.ts'

export const pt = {
  ...ptAccount,
  ...ptAdmin,
  ...ptAnalytics,
  ...ptCatalog,
  ...ptComments,
  ...ptConnections,
  ...ptEverywhere,
  ...ptDocs,
  ...ptOnboarding,
  ...ptReactions,
  ...ptReceipts,
  ...ptSandbox,
  ...ptShell,
  ...ptStudio,
  ...ptStudioPages,
  ...ptStudioEditors,
  ...ptWallet,
  ...ptWaysIn,
  ...ptAdminArea,
  ...ptFeed,
  ...ptLegal,
  ...ptLibrary,
  ...ptMessages,
  ...ptNostr,
  ...ptNotifications,
  ...ptOffline,
  ...ptPeople,
  ...ptPlayer,
  ...ptPlaylists,
  ...ptRoom,
  ...ptSettings,
  ...ptShare,
  ...ptOwnWallets,
  ...ptProof,
  ...ptZap,
} as const
