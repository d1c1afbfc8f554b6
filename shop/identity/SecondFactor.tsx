import { PhoneFactor } from './PhoneFactor.tsx'

type Props = { phone: string | null; hasPassword: boolean }

/** What is asked for at log-in beside the password. */
export const SecondFactor = ({ phone, hasPassword }: Props) => (
  <section aria-labelledby="second-factor" className="panel grid gap-4 p-6 sm:p-8">
    <h2 id="second-factor" className="text-[22px]">
      Second factor
    </h2>
    <PhoneFactor phone={phone} hasPassword={hasPassword} />
  </section>
)
