const steps = [
  {
    title: 'Find the part',
    text: 'Search by name, and compare the measurements with your old part.',
  },
  { title: 'Order it', text: 'Choose quantity and size. The pieces are set aside for you that very moment.' },
  {
    title: 'Pay by card',
    text: 'You pay what you saw, to the cent, and find the receipt in My Orders.',
  },
  {
    title: 'Fit it',
    text: 'The description says what to watch, and our blogs answer what is asked most.',
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
