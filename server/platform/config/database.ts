/** The settings of the database. They are a part of the table in config.ts. */
import { flag, integer, InvalidSetting, secret, setting, text } from './values.ts'

/** The address of each server. */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
  return hosts.split(',').flatMap((host) => {
    const address = before + host + after
    const sockets = URL.parse(address)?.searchParams.get('host')?.split(',') ?? []
    return sockets.length < 2 ? [address] : sockets.map((socket) => withHost(address, socket))
  })
}

function withHost(address: string, host: string): string {
  const url = new URL(address)
  url.searchParams.set('host', host)
  return url.href
}

const address = (value: string) => {
  for (const one of addressesOf(text(value))) {
    const url = URL.parse(one)
    const hasHost = url !== null && (url.hostname !== '' || (url.searchParams.get('host') ?? '') !== '')
    if (!hasHost || !/^postgres(ql)?:$/.test(url.protocol)) {
      throw new InvalidSetting(
        'an address like postgres://peal:password@127.0.0.1:5432/peal, with several hosts: postgres://peal@one,other/peal',
      )
    }
    if (!/^(read-write|primary)$/.test(url.searchParams.get('target_session_attrs') ?? 'primary')) {
      throw new InvalidSetting('an address whose target_session_attrs is read-write')
    }
  }
  return value
}

export const databaseSettings = {
  databaseUrl: secret('DATABASE_URL', address, '', 'PostgreSQL to use instead of the embedded one; several hosts: a,b'),
  databaseOwnerUrl: secret(
    'DATABASE_OWNER_URL',
    address,
    '',
    'Role that migrates, when DATABASE_URL is the serving role; PostgreSQL itself, when DATABASE_URL is a pooler',
  ),
  isDatabasePooled: setting(
    'DATABASE_POOLED',
    flag,
    false,
    'DATABASE_URL is a connection pooler like PgBouncer, in transaction mode',
  ),
  databaseReadUrl: secret(
    'DATABASE_READ_URL',
    address,
    '',
    'Standbys of DATABASE_URL for what visitors read; several hosts: a,b',
  ),
  databaseReadLagMs: setting(
    'DATABASE_READ_LAG_MS',
    integer(100, 60_000),
    1_000,
    'How far such a standby may be behind; further behind, the primary is read',
  ),
  databaseConnections: setting('DATABASE_CONNECTIONS', integer(2, 200), 20, 'Connections of one process'),
}
