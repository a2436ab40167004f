/** Every German word that is shown, by room. words.test.ts says what is missing. */
import { deAccount } from './de-account.ts'
import { deAdmin } from './de-admin.ts'
import { deAnalytics } from './de-analytics.ts'
import { deCatalog } from './de-catalog.ts'
import { deComments } from './de-comments.ts'
import { deConnections } from './de-connections.ts'
import { deEverywhere } from './de-everywhere.ts'
import { deDocs } from './de-docs.ts'
import { deOnboarding } from './de-onboarding.ts'
import { deReactions } from './de-reactions.ts'
import { deReceipts } from './de-receipts.ts'
import { deSandbox } from './de-sandbox.ts'
import { deShell } from './de-shell.ts'
import { deStudio } from './de-studio.ts'
import { deStudioPages } from './de-studio-pages.ts'
import { deStudioEditors } from './de-studio-editors.ts'
import { deWallet } from './de-wallet.ts'
import { deWaysIn } from './de-ways-in.ts'
import { deAdminArea } from './de-admin-area.ts'
import { deFeed } from './de-feed.ts'
import { deLegal } from './de-legal.ts'
import { deLibrary } from './de-library.ts'
import { deMessages } from './de-messages.ts'
import { deNostr } from './de-nostr.ts'
import { deNotifications } from './de-notifications.ts'
import { deOffline } from './de-offline.ts'
import { dePeople } from './de-people.ts'
import { dePlayer } from './de-player.ts'
import { dePlaylists } from './de-playlists.ts'
import { deRoom } from './de-room.ts'
import { deSettings } from './de-settings.ts'
import { deShare } from './de-share.ts'
import { deOwnWallets } from './de-own-wallets.ts'
import { deProof } from './de-proof.ts'
import { deZap } from './de-zap.ts'

export const de = {
  ...deAccount,
  ...deAdmin,
  ...deAnalytics,
  ...deCatalog,
  ...deComments,
  ...deConnections,
  ...deEverywhere,
  ...deDocs,
  ...deOnboarding,
  ...deReactions,
  ...deReceipts,
  ...deSandbox,
  ...deShell,
  ...deStudio,
  ...deStudioPages,
  ...deStudioEditors,
  ...deWallet,
  ...deWaysIn,
  ...deAdminArea,
  ...deFeed,
  ...deLegal,
  ...deLibrary,
  ...deMessages,
  ...deNostr,
  ...deNotifications,
  ...deOffline,
  ...dePeople,
  ...dePlayer,
  ...dePlaylists,
  ...deRoom,
  ...deSettings,
  ...deShare,
  ...deOwnWallets,
  ...deProof,
  ...deZap,
} as const
