import type { FormEvent } from 'react'
import { useState } from 'react'
import { Field } from '~/platform/ui/Field.tsx'
import type { CartDiscount } from './discount-code.ts'
import { dropCode, forgetOffer, keepCode } from './discount-code.ts'
import type { Savings } from './line-words.ts'

type Props = {
  discount: CartDiscount | undefined
  savings: Savings
  /** Reads the cart again, with what is promised by the code. */
  reload: () => Promise<void>
}

/** One field; once its code is known, the code with what is missing, and the way to take it out. */
export function DiscountField({ discount, savings, reload }: Props) {
  const [typed, setTyped] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const [isMissing, setIsMissing] = useState(false)

  async function apply(event: FormEvent) {
    event.preventDefault()
    if (isAsking) return
    const code = (typed ?? discount?.code ?? '').trim()
    setIsMissing(!code)
    if (!code) return
    setIsAsking(true)
    forgetOffer()
    keepCode(code)
    await reload()
    setTyped(undefined)
    setIsAsking(false)
  }
  async function remove() {
    dropCode()
    setTyped(undefined)
    await reload()
  }

  if (discount?.offered)
    return (
      <div className="grid gap-1 rounded-control bg-sunken px-3 py-2 text-sm" aria-live="polite">
        <p className="flex items-center justify-between gap-3">
          <span>
            Code <b className="font-semibold wrap-anywhere">{discount.code}</b>
          </span>
          <button type="button" className="text-link min-h-11" onClick={() => void remove()}>
            Remove<span className="sr-only"> the code {discount.code}</span>
          </button>
        </p>
        {savings.problem && <p className="pb-1 font-medium text-warn">{savings.problem}</p>}
      </div>
    )
  return (
    <form onSubmit={(event) => void apply(event)} className="grid grid-cols-[1fr_auto] items-start gap-2">
      <Field
        label="Discount code"
        name="code"
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed ?? discount?.code ?? ''}
        onChange={({ target }) => {
          setTyped(target.value)
          setIsMissing(false)
        }}
        error={isMissing ? 'Type a code' : typed === undefined ? discount?.problem : undefined}
      />
      <button type="submit" className="btn btn-quiet btn-small mt-6.5 min-h-11" aria-disabled={isAsking}>
        {isAsking ? 'Looking…' : 'Apply'}
      </button>
    </form>
  )
}
