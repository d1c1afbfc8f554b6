import { createServer } from 'node:http'

/** A product and the orders of a person, straight from the driver into JSON: nobody is asked who they are. */
const { file, databaseUrl } = JSON.parse(process.argv[2] ?? '{}')
const ask = databaseUrl ? await onPostgres() : await onSqlite()

const server = createServer(async (request, response) => {
  const [, , kind, name = ''] = decodeURIComponent(request.url ?? '').split('/')
  const body =
    kind === 'service'
      ? (await ask('select * from products where id = $1', [name]))[0]
      : await ask(
          "select * from orders where customer_id = (select id from users where email = $1) and state <> 'cancelled' " +
            'order by created_at desc, id desc',
          [name],
        )
  const json = Buffer.from(JSON.stringify(body))
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': json.length,
  })
  response.end(json)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`Listening on ${typeof address === 'object' && address?.port}`)
})

async function onPostgres() {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 })
  return async (/** @type {string} */ text, /** @type {unknown[]} */ values) =>
    (await pool.query(text, values)).rows
}

async function onSqlite() {
  const { default: Sqlite } = await import('libsql')
  const db = new Sqlite(file)
  /** @type {Map<string, import('libsql').Statement>} */
  const prepared = new Map()
  return async (/** @type {string} */ text, /** @type {unknown[]} */ values) => {
    const statement = prepared.get(text) ?? db.prepare(text.replace(/\$\d+/g, '?'))
    prepared.set(text, statement)
    return statement.all(...values)
  }
}
