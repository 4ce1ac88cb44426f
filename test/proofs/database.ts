/** A database for one run of one program: advisory locks are per database, so no run sees the locks of another. */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

/** Those that are left on a server which stays are known by it. */
const PREFIX = 'advisory_lock_proof_'

/**
 * Makes a database.
 * @param serverUrl any database of the server
 * @returns the database's URL
 */
export async function createDatabase(serverUrl: string): Promise<string> {
  const name = PREFIX + randomUUID().replaceAll('-', '')
  await withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ copies: boolean }>(
      `SELECT current_setting('server_version_num')::int >= 150000 AS copies`,
    )
    // Half the time of the default, for a template as small as this one.
    await client.query(`CREATE DATABASE ${name} ${rows[0]?.copies ? 'STRATEGY = FILE_COPY' : ''}`)
  })
  return Object.assign(new URL(serverUrl), { pathname: name }).href
}

/** Removes what was made, and ends the sessions that programs have left there. */
export async function dropDatabases(serverUrl: string): Promise<void> {
  await withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE starts_with(datname, '${PREFIX}')`,
    )
    for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`)
  })
}

/** What drivers read when they are given no address. */
export function environmentOf({ href, hostname, port, username, password, pathname }: URL): Record<string, string> {
  return {
    PGHOST: hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    ...(password === '' ? {} : { PGPASSWORD: decodeURIComponent(password) }),
    PGDATABASE: pathname.slice(1),
    DATABASE_URL: href,
  }
}

/** Connects for as long as `use` takes. */
export async function withClient(url: string, use: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}
