/** Loaded into a server: shifts its clock by the offset of a message. */
let offsetMs = 0
const { now } = Date
const RealDate = Date

Date.now = () => now() + offsetMs
globalThis.Date = /** @type {DateConstructor} */ (
  new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [Date.now()] : given, newTarget),
    apply: (target) => new target(Date.now()).toString(),
  })
)
process.on('message', (/** @type {{ offsetMs?: number }} */ message) => {
  if (message.offsetMs === undefined) return
  offsetMs = message.offsetMs
  process.send?.({ offsetMs })
})
process.channel?.unref()
