// Runs before the first paint, so that no wrong theme, no spinner seen before and no Login of somebody logged in flashes up.
// Loaded as a classic script: no imports.
;(() => {
  const { dataset, style } = document.documentElement
  // The time that the page took to come is part of the time that its spinner is shown.
  style.setProperty('--waited', `${performance.now()}ms`)
  dataset.seen = ''
  try {
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
    if (localStorage.getItem('car')) dataset.car = ''
    if (localStorage.getItem('accessToken')) dataset.known = ''
    if ('known' in dataset && localStorage.getItem('staff')) dataset.staff = ''
    const { pieces, owner } = JSON.parse(localStorage.getItem('cart') ?? '{}')
    if (pieces && (!owner || 'known' in dataset)) style.setProperty('--cart', `"${Number(pieces)}"`)
    // A font that comes late is not shown, and yet the browser lays the whole page out again: it is for the next page.
    if (!localStorage.getItem('fonts')) {
      if (isSlow()) dataset.fonts = 'later'
      addEventListener('load', () => localStorage.setItem('fonts', 'loaded'))
    }
    const [day, pages] = localStorage.getItem('seen')?.split('|') ?? []
    if (day === new Date().toDateString()) dataset.seen = pages
  } catch {
    // Storage may be forbidden; the system's theme and the spinners are fine then.
  }

  /** Where the browser says so; the others load the fonts as they come. */
  function isSlow() {
    const { connection } = navigator as { connection?: { effectiveType: string } }
    return connection !== undefined && connection.effectiveType !== '4g'
  }

  // A visitor who does something wants to see the page.
  function lift() {
    for (const { dataset: cover } of document.querySelectorAll<HTMLElement>('[data-cover]'))
      if (!dataset.seen!.split(' ').includes(cover.cover!)) dataset.seen += ` ${cover.cover}`
  }
  for (const type of ['pointerdown', 'wheel', 'touchstart', 'keydown'])
    addEventListener(type, lift, { capture: true, passive: true })
})()
