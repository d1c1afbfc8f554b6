import { use, useRef, useState } from 'react'
import { Link } from 'react-router'
import heroWideSmall from '~/app/look/hero.avif'
import heroWide from '~/app/look/hero.webp'
import heroMediumSmall from '~/app/look/hero-1200.avif'
import heroMedium from '~/app/look/hero-1200.webp'
import heroPhoneSmall from '~/app/look/hero-phone.avif'
import heroPhone from '~/app/look/hero-phone.webp'
import { SearchInput } from '~/platform/lists/SearchInput.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { SlotsContext } from '~/shop/catalogue/product/slots.ts'
import { urls } from '~/shop/urls.ts'
import type { ChooserStep } from '~/shop/vehicles/contract.ts'
import type { FoundCars as FoundCarsList } from '~/shop/vehicles/garage/FoundCars.tsx'
import type { HomeTexts } from './HomePage.tsx'

const onPhones = '(max-width: 767px)'

/** Dark in both themes. */
export function Hero({ makes, texts }: { makes: ChooserStep[]; texts: HomeTexts }) {
  return (
    <section className="relative bg-night text-paper md:flow-root">
      <picture>
        <source media={onPhones} type="image/avif" srcSet={heroPhoneSmall} width={900} height={688} />
        <source media={onPhones} srcSet={heroPhone} width={900} height={688} />
        <source
          type="image/avif"
          srcSet={`${heroMediumSmall} 1200w, ${heroWideSmall} 2400w`}
          sizes="100vw"
          width={2400}
          height={1100}
        />
        <img
          src={heroMedium}
          srcSet={`${heroMedium} 1200w, ${heroWide} 2400w`}
          sizes="100vw"
          width={2400}
          height={1100}
          alt="A drilled brake disc with an orange caliper, a coil-over shock absorber and an alloy wheel on a dark workshop floor"
          fetchPriority="high"
          className="hero-picture"
        />
      </picture>
      <div className="container-page relative grid gap-4 pt-7 pb-4 md:gap-5 md:pt-14 md:pb-10 xl:pt-20 xl:pb-14">
        {texts.heroAbove && (
          <p className="text-[13px] font-semibold uppercase tracking-[0.08em] text-accent-at-night">
            {texts.heroAbove}
          </p>
        )}
        <h1 className="max-w-[12ch] text-[clamp(36px,5vw,68px)] leading-[1.02]">
          {texts.heroTitle.split('*').map((words, n) =>
            n % 2 === 0 ? (
              words
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be coloured twice
              <span key={n} className="text-accent-at-night">
                {words}
              </span>
            ),
          )}
        </h1>
        {texts.heroText && (
          <p className="max-w-[38ch] text-[17px] text-[#d7d9dc] md:max-w-84 md:text-lg lg:max-w-104">
            {texts.heroText}
          </p>
        )}
        <p>
          <Link to={urls.shop()} className="btn border-white/55 hover:bg-white/12">
            Visit the shop <Icon name="arrow" />
          </Link>
        </p>
      </div>
      <div className="container-page relative z-10 pb-[40vw] md:pb-0">
        <CarPicker makes={makes} />
      </div>
    </section>
  )
}

/** The car first. Both faces have the same room, so nothing moves when the visitor's car is known. */
function CarPicker({ makes }: { makes: ChooserStep[] }) {
  const { car, PickedCar } = use(SlotsContext)
  return (
    <div className="not-for-staff grid max-w-[49rem] rounded-card md:-mb-16 border border-line bg-raised text-ink shadow-lifted *:[grid-area:1/1]">
      <Picker makes={makes} isHidden={car !== undefined} />
      {car && PickedCar && <PickedCar car={car} />}
    </div>
  )
}

/** A plain form, which the garage answers without a script. What finds cars while one types comes with the first focus. */
function Picker({ makes, isHidden }: { makes: ChooserStep[]; isHidden: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  const [FoundCars, setFoundCars] = useState<typeof FoundCarsList>()
  async function prepare() {
    // Without the connection for it, the garage searches.
    const loaded = await import('~/shop/vehicles/garage/FoundCars.tsx').catch(() => undefined)
    if (loaded) setFoundCars(() => loaded.FoundCars)
  }
  return (
    <form
      ref={form}
      method="post"
      action={urls.garage()}
      aria-labelledby="which-car"
      className={`grid content-start gap-3 p-4 md:px-6 md:py-5 ${isHidden ? 'invisible' : ''}`}
    >
      <h2 id="which-car" className="text-xl">
        Which car is it for?
      </h2>
      <div className="relative grid gap-2 md:grid-cols-[minmax(0,1fr)_auto]">
        <SearchInput
          id="picked-car"
          label="Your car in words, its VIN or its engine code"
          icon="car"
          isLarge
          enterKeyHint="search"
          placeholder="golf 2.0 tdi 2006"
          onFocus={() => void prepare()}
        />
        <button type="submit" className="btn btn-main">
          Show what fits
        </button>
        {FoundCars && <FoundCars form={form} />}
      </div>
      <Makes makes={makes} />
    </form>
  )
}

const mostMakes = 10

const Makes = ({ makes }: { makes: ChooserStep[] }) => (
  <ul aria-label="Or choose the make" className="makes">
    {makes
      .toSorted((a, b) => b.cars - a.cars)
      .slice(0, mostMakes)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ key, name }) => (
        <li key={key}>
          <Link to={urls.garage({ make: key })} rel="nofollow" className="make">
            {name}
          </Link>
        </li>
      ))}
    {makes.length > mostMakes && (
      <li>
        <Link to={urls.garage()} className="make">
          All makes
        </Link>
      </li>
    )}
  </ul>
)
