import { Link } from 'react-router'
import workshop from '~/app/look/feature-workshop.webp'
import { Title } from '~/platform/ui/Title.tsx'
import { useBusiness } from '~/shop/business/use-business.ts'
import { urls } from '~/shop/urls.ts'

const PortfolioPage = () => (
  <>
    <Title
      page="Portfolio"
      description="Author portfolio: the people who built this site, what they made and how it is made."
    />
    <Opening />
    <section className="section" aria-labelledby="works">
      <p className="eyebrow">What we built</p>
      <h2 id="works" className="headline mt-2">
        A shop, from the shelf to the receipt
      </h2>
      <ul className="mt-8 grid gap-5 md:grid-cols-2 lg:gap-6">
        {works.map(({ name, text, to, link }, i) => (
          <li key={name} className="panel flex flex-col gap-3 p-6 sm:p-8">
            <span className="font-display text-sm font-bold tabular-nums text-muted" aria-hidden="true">
              {String(i + 1).padStart(2, '0')}
            </span>
            <h3 className="text-[22px]">{name}</h3>
            <p className="text-muted">{text}</p>
            <Link to={to} className="text-link mt-auto flex min-h-11 items-center self-start">
              {link}
            </Link>
          </li>
        ))}
      </ul>
    </section>
    <Craft />
    <section className="section" aria-labelledby="makers">
      <p className="eyebrow">The people who built this site</p>
      <h2 id="makers" className="headline mt-2">
        Three benches, one workshop
      </h2>
      <ul className="mt-8 grid gap-x-10 gap-y-8 md:grid-cols-3">
        {makers.map(({ name, text }) => (
          <li key={name} className="border-t-2 border-accent pt-5">
            <h3 className="text-[22px]">{name}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <Link to={urls.contact()} className="btn btn-main mt-10">
        Talk to us
      </Link>
    </section>
  </>
)

const Opening = () => {
  const { founded } = useBusiness().shop
  return (
    <header className="relative overflow-hidden bg-night text-paper">
      <img
        src={workshop}
        alt="Our tool wall: spanners in order of size above a bench with a brake disc and an orange caliper."
        width={800}
        height={600}
        fetchPriority="high"
        className="w-full object-cover max-lg:max-h-80 max-lg:object-bottom lg:absolute lg:inset-y-0 lg:right-0 lg:h-full lg:w-1/2 lg:mask-l-from-60%"
      />
      <div className="container-page relative grid gap-4 py-14 lg:py-28">
        <p className="text-[13px] font-semibold uppercase tracking-[0.08em] text-accent-at-night">
          Author portfolio
        </p>
        <h1 className="max-w-[13ch] text-[clamp(40px,5.2vw,72px)] leading-[1.02]">
          Built like a good engine: nothing to spare
        </h1>
        <p className="max-w-[44ch] text-[17px] text-[#c3c6cb]">
          We {founded ? `have sold and fitted car parts since ${founded}` : 'sell and fit car parts'}. When we
          needed an online shop we built one the way we build engines: few parts, each of them measured.
        </p>
      </div>
    </header>
  )
}

function Craft() {
  const { founded } = useBusiness().shop
  const year = {
    figure: founded,
    name: 'The year we opened',
    text: 'The shop is younger than the workshop, and takes after it.',
  }
  return (
    <section className="border-y border-line bg-sunken" aria-labelledby="craft">
      <div className="section">
        <p className="eyebrow">How it is made</p>
        <h2 id="craft" className="headline mt-2">
          Speed, safety, craft
        </h2>
        <dl className="mt-8 grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
          {[...(founded ? [year] : []), ...crafts].map(({ figure, name, text }) => (
            <div key={name} className="flex flex-col gap-2 bg-surface p-6">
              <dt className="order-2 font-semibold">{name}</dt>
              <dd className="order-1 font-display text-[36px] font-extrabold leading-none tracking-tight text-accent-text">
                {figure}
              </dd>
              <dd className="order-3 text-sm text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

export { PortfolioPage as Component }

const works = [
  {
    name: 'The parts shelf',
    text: 'Search and sorting that answer while you type, pages that open as fast with ten thousand parts as with eighteen.',
    to: urls.shop(),
    link: 'See the shop',
  },
  {
    name: 'Straight answers',
    text: 'What drivers ask, answered in plain words and set in type that is pleasant to read.',
    to: urls.blogs(),
    link: 'Read the blogs',
  },
  {
    name: 'A line to the workshop',
    text: 'A form that keeps every word you typed, says what is wrong beside the field, and works without scripts.',
    to: urls.contact(),
    link: 'Write to us',
  },
  {
    name: 'The front door',
    text: 'One page that shows what we sell, how to order it and what customers say.',
    to: urls.home(),
    link: 'Start at the beginning',
  },
]

export const crafts = [
  {
    figure: '1',
    name: 'Inline script',
    text: 'It sets the theme before the first paint. A strict content policy allows it by its hash.',
  },
  {
    figure: '2',
    name: 'Themes, light and dark',
    text: 'Every text is checked for contrast in both, from phones to wide screens.',
  },
  {
    figure: '100%',
    name: 'Readable without scripts',
    text: 'Public pages are rendered on the server and kept ready in memory.',
  },
]

const makers = [
  {
    name: 'The parts desk',
    text: 'Chooses what we sell, and writes down what it measures and what is in the box.',
  },
  {
    name: 'The repair bench',
    text: 'Answers the questions in our blogs, and reads what you write to us.',
  },
  {
    name: 'The engineers',
    text: 'Write the software in TypeScript, test it in real browsers and prefer removing a part to adding one.',
  },
]
