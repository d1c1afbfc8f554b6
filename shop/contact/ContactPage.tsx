import { Splash } from '~/platform/ui/Splash.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { ContactForm } from './ContactForm.tsx'
import { ContactMap } from './ContactMap.tsx'
import { WorkshopFacts } from './WorkshopFacts.tsx'

const ContactPage = () => (
  <div className="relative">
    <Title
      page="Contact"
      description="Write to the workshop, call, or come by: address, opening hours and a map."
    />
    <div className="section grid gap-10 lg:grid-cols-[1fr_30rem] lg:grid-rows-[auto_1fr] lg:gap-x-16 lg:gap-y-8">
      <div className="grid content-start gap-3">
        <p className="eyebrow">Contact</p>
        <h1 className="text-[clamp(40px,5.2vw,72px)] leading-[1.02]">Talk to someone with oily hands</h1>
        <p className="lead">
          Not sure which part fits, or what that noise is? Write to us. A mechanic answers, usually within one
          working day.
        </p>
      </div>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <ContactForm />
      </div>
      <WorkshopFacts />
      <div className="lg:col-span-2 lg:mt-6">
        <ContactMap />
      </div>
    </div>
    <Splash page="contact" seconds={3} />
  </div>
)

export { ContactPage as Component }
