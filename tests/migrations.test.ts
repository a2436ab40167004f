/** Landed migrations are frozen, because databases have applied them. The table has the sha256 of each, and the
 * words of its first line. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMigrations } from '#server/platform/database/migrate.ts'

/** A new migration adds its line here when it lands. No line is ever changed. */
const LANDED: Readonly<Record<string, string>> = {
  '0001-platform.sql': 'd760e84bc3c28dbf8d532bb4af8aa8da643f1efcda3828225b86b9c84ff28045',
  '0002-accounts.sql': 'a507e4f8e5037932368f210e20211bb65d86891beeae71f34bf607b160f5800a',
  '0003-identity.sql': '36d950d0a59bcc0be2bb8dd73abc17c4de51e7e2b04f1a22ab055d7ff8e4f609',
  '0004-media.sql': '5ad9ea103329a5aaa1abc569f874d3d2f27f218f9b560f8898ed3e29152c47a5',
  '0005-catalog.sql': 'ac173686c92a4ff48cca9d582c3384d57f8af1a3072b7c5ea88b0e0202123000',
  '0006-classification.sql': '89d6d853556251d65dfa11970e9c49cd4cf0776dbda62104c4e9088754a370bb',
  '0007-ledger.sql': 'd190b88ebef7af52fc1d3f4cd2644f6371e1ed7967875c2f774da2fa466c4b7b',
  '0008-payments.sql': '5c37b43bc8181b81a3fbb796dda2a15ea81bcdfd29470a90b2f9e9e1d9c23c02',
  '0009-audit.sql': 'b576948e1bd32d80d80b4ec383f8df2976e665a3f1cf13e64c24cbb71d2b346b',
  '0010-sandbox-lightning.sql': 'b87b5f08a3275ae7d6b00eeefcaf0ca0007bf29422f810bae611b3d9ad882ccd',
  '0011-nostr.sql': '9dc43abbc5d73cf854ad05656805ef5149ebbb48d3e8e2ad6670452ba2368ac4',
  '0012-wallets.sql': 'dfb15ec9bb3278c83325735beb113e2e9ec6a9b817867869e3b3aefd82dad6a4',
  '0013-plays.sql': '6fa6947d79e6792ed461b154087d5bf2727f57fab3552b809f78e64994b73ac6',
  '0014-library.sql': '0bc6d9bc32e1f2be08373997d275ad6a3a69a97f3c641034a7239aef9c7afcf4',
  '0015-comments.sql': '841cc086f0e780b14dfa056b00f3b72aa2e7acccbd379c1db1bfde28ca0705da',
  '0016-admin.sql': 'db80fc76f749a528b9fb21e3d57855582d302a9c03430e67ad6470ff6b5e891a',
  '0017-notifications.sql': '15d0301c275a456e5cc2cd4b0ecec4e4779f5ccc5142e1d30ee8e4b22b17d9f0',
  '0018-discovery.sql': '2db6fce0c201a561313d4e0b6e9a05a6f4aff27bf083b88ffc1dc7416fa2b65f',
  '0019-colors.sql': '7a2168a341f59d81085ff335ed2592ada41b93567ad1f9afb2b8b8b878d1d6d8',
  '0020-imagery.sql': '5668c6568cb978d33daeb0006fab7c223be8ba224944a83d4bee9347806ed218',
  '0021-cards.sql': '02a5e0ecacd697c7324fd2f88e36f46cf3281a565d9560e248e6706da547d1c0',
  '0022-bookmarks.sql': 'b11ad8335ce65027939454f1ff75d05f5ad78f2400c4619b74b617fcf8dc3809',
  '0023-taste.sql': '81481ae7eb90e7fcabd83a2dbee3fbbbe54aef7ee5f1b92b73c84d52e51cb568',
  '0024-gifts.sql': '40c8a1e9a90479a4b150a49a35191f3471b47b4c6b0d3d4324a0d686f9e4d908',
  '0025-zap-time.sql': 'de3e799f2f1219a0c476e47247923512a7b699b5e7d702bf768cb3f17571df76',
  '0026-orders.sql': 'e35d55e695bdffcc2cbdc36dc35050944133fe4afd36574afc60246c5152dedb',
  '0027-promos.sql': '39f490dccc3ee4baea3cd84901a2b9f1e9600018792d523a4911a0446b22f562',
  '0029-purchases.sql': '7626c96175c53339f3ffbf1fa3314eb08d9bce740316086fffe65e54d8af4624',
  '0028-tickets.sql': 'be3d39c2548aee027249a66507d37c1203e1a824939bf6dd77fe1ad28f0fe933',
  '0030-genre-news.sql': 'e5c3aa8323da05c0531496b258272303a5cb128a1b2726605a5286b5afaed6ac',
  '0031-fans.sql': '3c0adc4b8965defe3c1c6df28a4b973ec3949a28803411200182b0cbe010374a',
  '0032-release.sql': '81e61b463c94293fbff864bb57bd14723602425f3aee988cf67b3b47edbadb75',
  '0040-performers.sql': 'a4e98808f26ee31f59843d09c5a4ef4bbeb56ee76f0a1d7509159c9cd699c1fa',
  '0038-ticket-forwards.sql': '691c8e802063ad5617dd234fbaa0c9f4812103d6e5fbaf775fa85ec1efc8fb38',
  '0039-reminders.sql': 'e2dcf9118abdb48a0b0e98d7b156722dcffc893569b59f3944c284f3192c8be6',
  '0041-download-prices-in-dollars.sql': '91fdbfe1f1831885c9e38ecc609a44eea6cd3ea291ea38625547b9ee611b1998',
  '0043-podcast-language.sql': '8d97cc3881598f85714b3ec131709a0a3fb72df0dda22807c3fe00b39c43e038',
  '0045-episodes.sql': 'e6310592362b7c01baae6199525ccf3437e0d78df52873c943da8109caf48835',
  '0046-other-database.sql': '4a3112313bff9217e9610787cc8671aee0515ba0c82d74ddd4bf372588dafe42',
  '0048-outside-recipients.sql': '72bd3ba8ccfc41e66e773576e4695c44099d9f5da63b3692c8d58c44b52a75a8',
  '0049-audience.sql': 'b46720f338b81dd95242f845a49324661d4c606d80d1248a47789faaae0c0f10',
  '0050-archives.sql': 'a8e7ba7f7fc121e708c50cd3db4d2789f0c01be1c0f69bcdfd7cd9c520ddf316',
  '0051-family-indexes.sql': 'a5465277750261a910c7a0c0d760fb38bbe34067b0ffbaa0425af83e55c8f7c6',
  '0057-episode-facts.sql': '720a9ed226d41c11b07d91642a88ad35ea03a868c9d6255a646ae5ac4613c3f9',
  '0058-receipts-and-names.sql': 'db37b47d747d9c0d7029550acb614440d04d49b207022b8551916c9b73a31f12',
  '0054-countdowns.sql': '2eb0e88baa3d323082434cefeba3900816d5e212c205088341b7203ac4d5c080',
  '0055-preview-links.sql': 'a9447211eca91647ea3afc8209c89094cb6a8555922470b90a7f438c2842c7d7',
  '0052-split-invitations.sql': '04d056f0f48de544b4ede83acd843797f1df745fbfa1de7cf898e2da09f68bb0',
  '0060-ownership.sql': 'eb63495bef9e0b145374fcb223baf440bc7aaf26aaafc231a7553975265021ee',
  '0047-teams.sql': '9a1baf13500466cc0d322a52c7b8da6d4de8cf63ed2c397e742b801207140754',
  '0044-liabilities.sql': 'c7541c45d92064ef8ea0be833cd10be8433132a6d1094e8f9c2935317569ead5',
  '0035-split-versions.sql': '6cd30cf75baab899fe638cb1aa996f75e54245433cff3bff2b76df7e733a6dd5',
  '0059-journal.sql': '764f60699f8be0c6dad96f4a219e08ce05d11cc8b0abb97b1856ae06649e3b4d',
  '0067-operators.sql': 'e01f135496c9da1227f0ec8b194c7241a232145d9e7397f04f228b1ec985a120',
  '0074-moved-feeds.sql': '1491808e475ff5ad7ac2a6dbe8087ae62d510a0ad6e77af331affd00242e2307',
  '0081-boost-lines.sql': '0302c563aad19e7b6d50ff5c0da5ccc28987d1770266a00f6785624ee98ec2f4',
  '0086-streaming.sql': '9f16892963b8451c9d2fdc08a778f0392fe682388d16ccb5104c090ad61644b0',
  '0085-kept-shares.sql': '7fbccd8d39c0da69b0ea50dbe39efaf403d7721e4e6ee5c663f00f30f60c5d45',
  '0082-foreign-time-splits.sql': '1256236a074bc59a4c257f6d0991d9bb4f4b56b7c79a709fb3b70dadf1f3de77',
  '0087-pages-of-feeds.sql': 'edf562d9d0d3103b436dbf746d2e7752044497deef402009cb07d3560af8dec6',
  '0088-moved-artists.sql': 'f47cbb927098168ca6e5cc2343a3acc3af9cbf9dd61307888adf40b9ba61a79d',
  '0089-left-out-recipients.sql': '05d8e3e610875a17b74b61709ce7bf985d112fdc80a4b1eb5794af458c96f4a9',
  '0093-private-feeds.sql': 'f1488ad8c40ec47ff79934e8a114903dd71a904445a4a6f48d5385702a34ef0c',
  '0095-refusal-codes.sql': '199e2629f32aa38d127fcca9debd10779953b08d483eb20ed5afcaea0cd9363a',
  '0064-feed-facts.sql': 'ffab87924545f906ca6b238113fd4daa1ea192bf82a23509e3d3870e20cd611e',
  '0065-recovery.sql': '1e940e7eb4a5534895d5b0e010c6efdd2e16e9499389de5bc5d2f628b0baf7ad',
  '0077-moving-in.sql': 'bbcaa8d0050e126550a8fd6a6fdb0e285e07dcd7d741a7de30817c488a4e68f7',
  '0083-items-in-playlists.sql': '9b73c6938ba89718726f059fb3d6aa197803e100569dd31411a194e4af9bb52e',
  '0072-foreign-feeds.sql': '16305c3edd292bac3b262ccaf4e4a79d68cca3853bca365f43014718a10b0979',
  '0073-boosts.sql': 'a5768ed30c4b374cd58c6e3f68d14d18f8cc9adeaf40c4be17e0c013d86b5965',
  '0069-moderation.sql': '53f9b5bf597e9887ac6933cba7c91b8ead2291738173fa0bc0e2c1d414f6b3f2',
  '0070-sounds-and-invites.sql': 'a5d16bbb291b6afb5986533d99339f2de26634bd7e3ab2dcfa6cc6261e46ec27',
  '0075-cold-storage.sql': '7cfa69e10fddcbf28987c4635e3c11ba62711db34269fe0e8a8b43a6e8cc4688',
  '0076-shared-settings.sql': '26e5f18ded77ca0a990e5c6ceec4a31b763a38a03624e813d11209241a998aea',
}
const LAST_OF_BASELINE = 18

test('no landed migration was changed, removed or renamed, and each new one is in the table', () => {
  assert.deepEqual(
    Object.fromEntries(readMigrations().map(({ name, sha256 }) => [name, sha256])),
    LANDED,
    'Put a landed file back as it was and write a new one. A new file is added to the table of this test when it lands.',
  )
})

test('the first line of each migration says baseline, expand or contract, and its subject', () => {
  const wrong = readMigrations().filter(({ number, kind }) =>
    number <= LAST_OF_BASELINE ? kind !== 'baseline' : kind !== 'expand' && kind !== 'contract',
  )
  assert.deepEqual(
    wrong.map(({ name }) => name),
    [],
    'Begin the file with "-- expand: …" (it only adds) or "-- contract: …" (it removes what no running version uses)',
  )
})
