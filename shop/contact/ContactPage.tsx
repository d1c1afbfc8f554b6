import { use } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData } from 'react-router'
import { api } from '~/platform/client/api.ts'
import { apiContext } from '~/platform/client/api-context.ts'
import { emailProblem } from '~/platform/email.ts'
import { Field, TextField } from '~/platform/ui/Field.tsx'
import { FormError, FormOutcome } from '~/platform/ui/Form.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Splash } from '~/platform/ui/Splash.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { linesOf, pairsOf } from '~/shop/business/shown.ts'
import { useBusiness } from '~/shop/business/use-business.ts'
import { SlotsContext } from '~/shop/catalogue/product/slots.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import { catalogueRoutes, contactRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import { ContactMap } from './ContactMap.tsx'
import { messageProblem, thanks } from './rules.ts'

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

type Part = { productId: string; productName: string }

/** The part that the address names, if it is in the shop: a message can be written without it. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<{ part?: Part }> {
  const id = new URL(request.url).searchParams.get('part')
  if (!id) return {}
  try {
    const { data } = await context.get(apiContext)(catalogueRoutes.getProduct, { params: { id } })
    return { part: { productId: data._id, productName: data.productName } }
  } catch (error) {
    if (error instanceof Response && error.status === 404) return {}
    throw error
  }
}

function ContactForm() {
  const session = useSession()
  const { part } = useLoaderData<{ part?: Part }>()
  const { car } = use(SlotsContext)
  const isKnown = session.status === 'signed-in'
  const { form, errors, problem, isSending } = useForm({
    fields: { email: emailProblem, message: messageProblem, withCar: () => undefined },
    async send({ withCar, ...message }, sent) {
      const body = {
        ...message,
        ...(part && { productId: part.productId }),
        ...(withCar && car && { vehicleId: car.car }),
      }
      // What belongs to an account is loaded for those who have one.
      if (isKnown) await (await import('./send-my-message.ts')).sendMyMessage(body)
      else await api(contactRoutes.sendMessage, { body })
      sent.reset()
      toast('success', thanks)
    },
  })
  return (
    <form
      {...form}
      action={urls.contact()}
      aria-labelledby="write-to-us"
      className="panel grid content-start gap-5 p-6 sm:p-8"
    >
      <h2 id="write-to-us" className="text-[28px]">
        Write to us
      </h2>
      <FormOutcome
        name="sent"
        yes={thanks}
        no="Your message was not sent. Check both fields and try again."
      />
      {part && <AboutPart part={part} />}
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        // Filled in once it is known who is signed in; what was typed before stays.
        defaultValue={isKnown ? session.user.email : undefined}
        required
        error={errors.email}
        hint="Only to answer you."
      />
      <TextField
        label="Message"
        name="message"
        rows={7}
        required
        error={errors.message}
        hint="Model, year and what you need help with."
      />
      {car && (
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            name="withCar"
            defaultChecked={Boolean(part)}
            className="size-5 flex-none accent-accent"
          />
          <span>It is about my {car.shortName}</span>
        </label>
      )}
      <button type="submit" className="btn btn-main" aria-disabled={isSending}>
        {isSending ? 'Sending…' : 'Send'}
      </button>
      <FormError text={problem} />
    </form>
  )
}

const AboutPart = ({ part: { productId, productName } }: { part: Part }) => (
  <div className="rounded-control bg-sunken p-3">
    <p className="grid min-w-0">
      <span className="text-sm text-muted">About</span>
      <b className="font-semibold wrap-anywhere">{productName}</b>
      <Link
        to={urls.contact()}
        preventScrollReset
        className="text-link inline-flex min-h-6 items-center justify-self-start text-sm"
      >
        Write about something else
      </Link>
    </p>
    <input type="hidden" name="productId" value={productId} />
  </div>
)

function WorkshopFacts() {
  const { address, email, phone, hours } = useBusiness().contact
  const contacts = [
    { icon: 'mail', to: `mailto:${email}`, text: email },
    { icon: 'phone', to: `tel:${phone.replace(/[^\d+]/g, '')}`, text: phone },
  ] as const
  return (
    <div className="grid content-start gap-6 border-t border-line pt-8 sm:grid-cols-2">
      <section aria-labelledby="workshop" className="grid content-start gap-3">
        <h2 id="workshop" className="text-lg">
          The workshop
        </h2>
        <address className="grid gap-1 not-italic">
          <p className="flex gap-3">
            <span className="mt-0.5 text-accent-text">
              <Icon name="pin" />
            </span>
            <span className="whitespace-pre-line">{linesOf(address).join('\n')}</span>
          </p>
          {contacts.map(
            ({ icon, to, text }) =>
              text && (
                <p key={to} className="flex items-center gap-3">
                  <span className="text-accent-text">
                    <Icon name={icon} />
                  </span>
                  <a href={to} className="text-link flex min-h-11 items-center">
                    {text}
                  </a>
                </p>
              ),
          )}
        </address>
      </section>
      <section aria-labelledby="hours" className="grid content-start gap-3">
        <h2 id="hours" className="text-lg">
          Opening hours
        </h2>
        <dl className="grid">
          {pairsOf(hours).map(({ title: days, text: open }) => (
            <div key={days} className="flex justify-between gap-4 border-b border-line py-2 last:border-0">
              <dt className="text-muted">{days}</dt>
              <dd className="font-medium tabular-nums">{open}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}
