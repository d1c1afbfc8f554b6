// Runs before the first paint, so that no wrong theme, no spinner seen before and no Login of somebody logged in flashes up.
// Loaded as a classic script: no imports.
;(() => {
  const { dataset } = document.documentElement
  try {
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
    if (localStorage.getItem('accessToken')) dataset.known = ''
    dataset.seen = sessionStorage.getItem('seen') ?? ''
  } catch {
    // Storage may be forbidden; the system's theme and the spinners are fine then.
  }
})()
