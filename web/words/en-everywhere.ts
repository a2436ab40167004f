/** English texts shared by all modules, and of failed pages. */
export const enEverywhere = {
  'common.sat': 'sat',
  'common.sats': 'sats',
  'common.close': 'Close',
  'common.loading': 'Loading…',
  'common.copy': 'Copy',
  'common.tapToCopy': 'Tap to copy',
  'common.copied': 'Copied to clipboard',
  'common.seeAll': 'See all',
  'common.today': 'Today',
  'common.yesterday': 'Yesterday',
  'common.coverOf': 'Cover of {title}',
  'common.share': '{title} via {brand}',
  'common.shareCampaign': '{title} via {brand} @ {campaign}',

  'failure.title': 'Oh no, there was a problem.',
  'failure.retry': 'Try again?',
  'failure.home': 'Go to the home page',
  'failure.notFoundTitle': 'There is nothing here',
  'failure.notFound': 'The page may have moved, or the artist has taken it back.',
  'failure.search': 'Search',
  'failure.goneTitle': 'This is no longer here',
  'failure.gone': 'The artist or the operator has taken it back. What was paid for it stays paid.',
  'failure.offline': 'The server did not answer. Nothing was changed.',
  'failure.timeout': 'That took too long. Please look before you try again: it may have gone through.',
  'failure.unknown': 'Something went wrong. Please try again.',

  'home.title': 'Music, paid at the speed of lightning',
  'common.noScript':
    'This page works without JavaScript for reading and searching. Playing, zapping and logging in need JavaScript.',
  'common.noScriptPage': 'This page needs JavaScript. Please turn it on in your browser.',
  'common.noScriptLogin':
    'Logging in and signing up need JavaScript: your session is kept in this browser, not in a cookie. Please turn it on in your browser.',
} as const
