/** German words that every room uses, and of pages that failed. */
export const deEverywhere = {
  'common.sat': 'Sat',
  'common.sats': 'Sats',
  'common.close': 'Schließen',
  'common.loading': 'Lädt …',
  'common.copy': 'Kopieren',
  'common.tapToCopy': 'Zum Kopieren tippen',
  'common.copied': 'In die Zwischenablage kopiert',
  'common.seeAll': 'Alle ansehen',
  'common.today': 'Heute',
  'common.yesterday': 'Gestern',
  'common.coverOf': 'Cover von {title}',
  'common.share': '{title} über {brand}',
  'common.shareCampaign': '{title} über {brand} @ {campaign}',
  'failure.title': 'Oh nein, da ging etwas schief.',
  'failure.retry': 'Noch einmal versuchen?',
  'failure.home': 'Zur Startseite',
  'failure.notFoundTitle': 'Hier ist nichts',
  'failure.notFound': 'Vielleicht ist die Seite umgezogen, oder der Künstler hat sie zurückgezogen.',
  'failure.search': 'Suchen',
  'failure.goneTitle': 'Das gibt es hier nicht mehr',
  'failure.gone': 'Es wurde vom Künstler oder vom Betreiber zurückgezogen. Was dafür gezahlt wurde, bleibt gezahlt.',
  'failure.offline': 'Der Server hat nicht geantwortet. Es wurde nichts geändert.',
  'failure.timeout':
    'Das hat zu lange gedauert. Schau bitte nach, bevor du es noch einmal versuchst: Es kann geklappt haben.',
  'failure.unknown': 'Etwas ging schief. Bitte versuche es noch einmal.',
  'home.title': 'Musik, bezahlt mit der Geschwindigkeit des Blitzes',
  'common.noScript':
    'Lesen und Suchen geht hier auch ohne JavaScript. Zum Abspielen, Zappen und Anmelden wird JavaScript gebraucht.',
  'common.noScriptPage': 'Diese Seite braucht JavaScript. Bitte schalte es in deinem Browser ein.',
  'common.noScriptLogin':
    'Anmelden und Registrieren brauchen JavaScript: Deine Sitzung liegt in diesem Browser, nicht in einem Cookie. Bitte schalte es in deinem Browser ein.',
} as const
