import { DefaultQueryExecutor } from 'kysely'

/** @typedef {{ sql: string, parameters: readonly unknown[], route: string }} Query */

/** @type {Map<string, Query> | undefined} */
let seen
let route = ''

/** Who asks, from now on. @param {string} name */
export function nowAsks(name) {
  route = name
}

/** Every different statement that is sent while something is done. @param {() => Promise<void>} act */
export async function recording(act) {
  const executor = /** @type {any} */ (DefaultQueryExecutor.prototype)
  const execute = executor.executeQuery
  /** @type {Map<string, Query>} */
  const found = new Map()
  seen = found
  executor.executeQuery = function (/** @type {import('kysely').CompiledQuery} */ query) {
    // Lists of another length are the same query; a far page is none.
    const isFar = query.parameters.some((value) => typeof value === 'number' && value > 1000)
    const key = `${isFar} ${query.sql.replace(/(\?|\$\d+)(, (\?|\$\d+))*/g, '?')}`
    if (!seen?.has(key)) seen?.set(key, { sql: query.sql, parameters: query.parameters, route })
    return execute.call(/** @type {any} */ (this), query)
  }
  await act()
  executor.executeQuery = execute
  seen = undefined
  return [...found.values()]
}
