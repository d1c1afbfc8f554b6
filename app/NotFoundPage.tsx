import { Link } from 'react-router'
import { Title } from '~/platform/ui/Title.tsx'
import { urls } from '~/shop/urls.ts'
import picture from './art/not-found.webp'

/** Always a lit stage, in the dark theme too: the words are part of the picture. */
export const NotFoundPage = () => (
  <section className="photo relative overflow-hidden text-night lg:aspect-video lg:max-h-[60rem] lg:min-h-[36rem] lg:w-full">
    <Title page="Not Found" description="There is no page at this address." />
    <div className="container-page relative z-10 pt-14 lg:pt-20">
      <div className="grid max-w-[34rem] justify-items-start gap-5">
        <p className="font-display text-sm font-bold tracking-[0.08em] text-[#b83a08]">404, PAGE NOT FOUND</p>
        <h1 className="text-[clamp(40px,5.2vw,72px)] leading-[1.02]">This page has come off its hub.</h1>
        <p className="max-w-[40ch] text-[17px] text-[#565b63]">
          We found five nuts and a tyre track. The rest was last seen heading out of the gate, and it was not
          slowing down.
        </p>
        <Link to={urls.home()} className="btn btn-main mt-2">
          Back to the home page
        </Link>
      </div>
    </div>
    <img
      src={picture}
      alt="A wheel rolls away to the right; a tyre track and five wheel nuts are all it leaves behind."
      width={1600}
      height={900}
      className="mt-8 w-full lg:absolute lg:inset-0 lg:mt-0 lg:size-full lg:object-cover lg:object-[100%_70%]"
    />
  </section>
)
