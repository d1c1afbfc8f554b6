/** As a `ref`: once scripts run, our own messages take over from the browser's; without scripts its checks stay. */
export const ownValidation = (form: HTMLFormElement | null) => {
  if (form) form.noValidate = true
}
