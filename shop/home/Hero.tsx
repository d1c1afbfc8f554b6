import { Link } from 'react-router'
import heroWideSmall from '~/app/look/hero.avif'
import heroWide from '~/app/look/hero.webp'
import heroMediumSmall from '~/app/look/hero-1200.avif'
import heroMedium from '~/app/look/hero-1200.webp'
import heroPhoneSmall from '~/app/look/hero-phone.avif'
import heroPhone from '~/app/look/hero-phone.webp'
import { Icon } from '~/platform/ui/Icon.tsx'
import { SearchForm } from '~/platform/ui/SearchForm.tsx'
import { urls } from '~/shop/urls.ts'

const onPhones = '(max-width: 767px)'

/** Dark in both themes. */
export function Hero() {
  return (
    <section className="relative flex flex-col bg-night text-paper">
      <div className="relative overflow-hidden">
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
        <div className="container-page relative grid gap-6 pb-[72vw] pt-14 md:pb-36 md:pt-24 xl:pb-44 xl:pt-32">
          <p className="text-[13px] font-semibold uppercase tracking-[0.08em] text-[#ff7a3d]">
            A repair workshop since 1998
          </p>
          <h1 className="max-w-[12ch] text-[clamp(40px,5vw,68px)] leading-[1.02]">
            Parts we would fit to <span className="text-[#ff7a3d]">our own</span> cars
          </h1>
          <p className="max-w-[30ch] text-lg lg:max-w-[38ch] text-[#d7d9dc]">
            Every part with its measurements, what is in the box, and what to watch when you fit it.
          </p>
          <p>
            <Link to={urls.shop()} className="btn btn-main">
              Visit the shop <Icon name="arrow" />
            </Link>
          </p>
        </div>
      </div>
      <SearchBar />
    </section>
  )
}

function SearchBar() {
  return (
    <search className="container-page relative z-10 -my-8 block">
      <SearchForm
        action={urls.shop()}
        className="flex max-w-3xl items-center gap-2 rounded-card border border-line bg-raised p-2 text-ink shadow-lifted"
      >
        <label htmlFor="hero-search" className="grid pl-3 text-muted">
          <span className="sr-only">Search parts</span>
          <Icon name="search" />
        </label>
        <input
          id="hero-search"
          name="q"
          type="search"
          maxLength={80}
          placeholder="Brake pads, battery…"
          className="min-h-11 min-w-0 flex-1 bg-transparent px-2 placeholder:text-muted"
        />
        <button type="submit" className="btn btn-main">
          Search
        </button>
      </SearchForm>
    </search>
  )
}
