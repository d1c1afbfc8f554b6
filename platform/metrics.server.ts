/** Figures in the text format of Prometheus, read when somebody asks for them. */
export type Metrics = ReturnType<typeof createMetrics>

type Labels = Record<string, string>
type Sample = { labels?: Labels; value: number; suffix?: string }
type Named = { name: string; help: string; type: 'counter' | 'gauge' | 'histogram' }
type Family = Named & { samples: () => Sample[] | Promise<Sample[]> }
/** As they were when somebody asked. */
export type ReadFamily = Named & { samples: Sample[] }

/** In seconds: a cached page takes less than the first, and what takes longer than the last is a fault. */
const bucketEnds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics() {
  const families: Family[] = []
  const names = new Set<string>()
  function add(family: Family) {
    if (names.has(family.name)) throw new Error(`Two figures are called ${family.name}`)
    names.add(family.name)
    families.push(family)
  }
  return {
    /** Read at each scrape; one that fails is left out, and the others are shown. */
    gauge: (name: string, help: string, read: () => Sample[] | Promise<Sample[]>) =>
      add({ name, help, type: 'gauge', samples: read }),
    /** The same for what only grows and is counted elsewhere. */
    counter: (name: string, help: string, read: () => Sample[] | Promise<Sample[]>) =>
      add({ name, help, type: 'counter', samples: read }),
    /** Durations in seconds, by labels of which there are few. */
    histogram(name: string, help: string) {
      const series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>()
      add({
        name,
        help,
        type: 'histogram',
        samples: () =>
          [...series.values()].flatMap(({ labels, counts, sum, count }) => [
            ...cumulated(counts).map((value, n) => ({
              suffix: '_bucket',
              labels: { ...labels, le: String(bucketEnds[n] ?? '+Inf') },
              value,
            })),
            { suffix: '_sum', labels, value: sum },
            { suffix: '_count', labels, value: count },
          ]),
      })
      return (labels: Labels, seconds: number) => {
        const key = Object.values(labels).join(' ')
        let one = series.get(key)
        if (!one) {
          one = { labels, counts: new Array(bucketEnds.length + 1).fill(0), sum: 0, count: 0 }
          series.set(key, one)
        }
        const bucket = bucketEnds.findIndex((end) => seconds <= end)
        one.counts[bucket < 0 ? bucketEnds.length : bucket]! += 1
        one.sum += seconds
        one.count += 1
      }
    },
    async read(): Promise<ReadFamily[]> {
      const read = families.map(async ({ samples, ...named }) => ({ ...named, samples: await samples() }))
      const settled = await Promise.allSettled(read)
      return settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    },
  }
}

/** What several workers have read, side by side: each sample says of which it is. */
export function ofWorkers(read: Map<number, ReadFamily[]>): ReadFamily[] {
  const families = new Map<string, ReadFamily>()
  for (const [worker, own] of read)
    for (const { samples, ...named } of own) {
      const family = families.get(named.name) ?? { ...named, samples: [] }
      families.set(named.name, family)
      for (const sample of samples)
        family.samples.push({ ...sample, labels: { ...sample.labels, worker: String(worker) } })
    }
  return [...families.values()]
}

export const metricsText = (families: ReadFamily[]) =>
  families
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(
        ({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelText(labels)} ${value}`,
      ),
    ])
    .concat('')
    .join('\n')

function cumulated(counts: number[]) {
  let sum = 0
  return counts.map((count) => {
    sum += count
    return sum
  })
}

function labelText(labels: Labels) {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

const escaped = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
