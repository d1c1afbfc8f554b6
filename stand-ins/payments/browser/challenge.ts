import { element } from './card-fields.ts'

/** The bank's window of 3-D Secure: true when the buyer has confirmed the payment. */
export function challenge() {
  return new Promise<boolean>((resolve) => {
    const dialog = element(
      'dialog',
      'panel m-auto grid w-[min(28rem,100vw-2rem)] gap-4 p-6 backdrop:bg-black/60',
    )
    const title = element('h2', 'text-xl font-semibold', '3D Secure test page')
    title.id = 'stand-in-challenge'
    dialog.setAttribute('aria-labelledby', title.id)
    const complete = element('button', 'btn btn-main', 'Complete authentication')
    const fail = element('button', 'btn btn-quiet', 'Fail authentication')
    const buttons = element('div', 'flex flex-wrap gap-3')
    buttons.append(complete, fail)
    dialog.append(
      title,
      element('p', '', 'Your bank would ask you here whether you want to make this payment.'),
      buttons,
    )
    const close = (confirmed: boolean) => {
      dialog.close()
      dialog.remove()
      resolve(confirmed)
    }
    complete.type = fail.type = 'button'
    complete.addEventListener('click', () => close(true))
    fail.addEventListener('click', () => close(false))
    // Escape means not confirmed.
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      close(false)
    })
    document.body.append(dialog)
    dialog.showModal()
  })
}
