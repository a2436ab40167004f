/** Every Spanish word that is shown, by room. words.test.ts says what is missing. */
import { esAccount } from './es-account.ts'
import { esAdmin } from './es-admin.ts'
import { esAnalytics } from './es-analytics.ts'
import { esCatalog } from './es-catalog.ts'
import { esComments } from './es-comments.ts'
import { esConnections } from './es-connections.ts'
import { esEverywhere } from './es-everywhere.ts'
import { esDocs } from './es-docs.ts'
import { esOnboarding } from './es-onboarding.ts'
import { esReactions } from './es-reactions.ts'
import { esReceipts } from './es-receipts.ts'
import { esSandbox } from './es-sandbox.ts'
import { esShell } from './es-shell.ts'
import { esStudio } from './es-studio.ts'
import { esStudioPages } from './es-studio-pages.ts'
import { esStudioEditors } from './es-studio-editors.ts'
import { esWallet } from './es-wallet.ts'
import { esWaysIn } from './es-ways-in.ts'
import { esAdminArea } from './es-admin-area.ts'
import { esFeed } from './es-feed.ts'
import { esLegal } from './es-legal.ts'
import { esLibrary } from './es-library.ts'
import { esMessages } from './es-messages.ts'
import { esNostr } from './es-nostr.ts'
import { esNotifications } from './es-notifications.ts'
import { esOffline } from './es-offline.ts'
import { esPeople } from './es-people.ts'
import { esPlayer } from './es-player.ts'
import { esPlaylists } from './es-playlists.ts'
import { esRoom } from './es-room.ts'
import { esSettings } from './es-settings.ts'
import { esShare } from './es-share.ts'
import { esOwnWallets } from './es-own-wallets.ts'
import { esProof } from './es-proof.ts'
import { esZap } from './es-zap.ts'

export const es = {
  ...esAccount,
  ...esAdmin,
  ...esAnalytics,
  ...esCatalog,
  ...esComments,
  ...esConnections,
  ...esEverywhere,
  ...esDocs,
  ...esOnboarding,
  ...esReactions,
  ...esReceipts,
  ...esSandbox,
  ...esShell,
  ...esStudio,
  ...esStudioPages,
  ...esStudioEditors,
  ...esWallet,
  ...esWaysIn,
  ...esAdminArea,
  ...esFeed,
  ...esLegal,
  ...esLibrary,
  ...esMessages,
  ...esNostr,
  ...esNotifications,
  ...esOffline,
  ...esPeople,
  ...esPlayer,
  ...esPlaylists,
  ...esRoom,
  ...esSettings,
  ...esShare,
  ...esOwnWallets,
  ...esProof,
  ...esZap,
} as const
