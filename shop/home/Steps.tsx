const steps = [
  {
    title: 'Find the part',
    text: 'Search by name, check the size and the part number against your old one.',
  },
  { title: 'Order it', text: 'Choose quantity and size. The pieces are set aside for you that very moment.' },
  {
    title: 'Pay by card',
    text: 'You pay what you saw, to the cent. If anything goes wrong, the money comes back.',
  },
  {
    title: 'Fit it, or let us',
    text: 'Follow our answers in the blog, or bring the car and the parcel to our lift.',
  },
]

export function Steps() {
  return (
    <section className="section" aria-labelledby="steps">
      <p className="eyebrow">How it works</p>
      <h2 id="steps" className="headline mt-2">
        Four steps to a car that runs
      </h2>
      <ol className="mt-10 grid gap-8 md:grid-cols-4 md:gap-6">
        {steps.map(({ title, text }, n) => (
          <li key={title} className="timeline-step">
            <span className="timeline-dot" aria-hidden="true">
              {n + 1}
            </span>
            <h3 className="text-lg">{title}</h3>
            <p className="mt-1 text-[15px] text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
