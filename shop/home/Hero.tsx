import { Link } from 'react-router'
import heroWideSmall from '~/app/look/hero.avif'
import heroWide from '~/app/look/hero.webp'
import heroMediumSmall from '~/app/look/hero-1200.avif'
import heroMedium from '~/app/look/hero-1200.webp'
import heroPhoneSmall from '~/app/look/hero-phone.avif'
import heroPhone from '~/app/look/hero-phone.webp'
import { Icon } from '~/platform/ui/Icon.tsx'
import { urls } from '~/shop/urls.ts'
import type { Step } from '~/shop/vehicles/contract.ts'
import { CarPicker } from './CarPicker.tsx'

const onPhones = '(max-width: 767px)'

/** Dark in both themes. */
export function Hero({ makes }: { makes: Step[] }) {
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
        <p className="text-[13px] font-semibold uppercase tracking-[0.08em] text-[#ff7a3d]">
          A repair workshop since 1998
        </p>
        <h1 className="max-w-[12ch] text-[clamp(36px,5vw,68px)] leading-[1.02]">
          Parts we would fit to <span className="text-[#ff7a3d]">our own</span> cars
        </h1>
        <p className="max-w-[38ch] text-[17px] text-[#d7d9dc] md:max-w-104 md:text-lg">
          Every part with its measurements, what is in the box, and what to watch when you fit it.
        </p>
        <p>
          <Link to={urls.shop()} className="btn border-white/55 hover:bg-white/12">
            Visit the shop <Icon name="arrow" />
          </Link>
        </p>
      </div>
      <div className="container-page relative z-10 pb-[40vw] md:-mb-16 md:pb-0">
        <CarPicker makes={makes} />
      </div>
    </section>
  )
}
