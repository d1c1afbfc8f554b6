import { Counter } from './Counter.tsx'

const figures = [
  { value: 9247, label: 'Repairs finished' },
  { value: 12345, label: 'Parts delivered' },
  { value: 8999, label: 'Happy drivers' },
  { value: 889, label: 'Questions answered' },
]

export function Statistics() {
  return (
    <section className="bg-night text-paper" aria-labelledby="statistics">
      <div className="section">
        <h2 id="statistics" className="headline">
          Since 1998, and still counting
        </h2>
        <dl className="mt-8 grid grid-cols-2 gap-8 lg:grid-cols-4">
          {figures.map(({ value, label }) => (
            <div key={label} className="flex flex-col-reverse border-l-2 border-[#d1470f] pl-4">
              <dt className="text-sm text-[#a3a8b0]">{label}</dt>
              <dd className="font-display text-[clamp(32px,4.5vw,52px)] font-extrabold leading-tight tabular-nums">
                <Counter value={value} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
