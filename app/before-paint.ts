// Runs before the first paint, so that neither the wrong theme nor a spinner seen before flashes up.
// Loaded as a classic script: no imports.
;(() => {
  const { dataset } = document.documentElement
  try {
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
    dataset.seen = sessionStorage.getItem('seen') ?? ''
  } catch {
    // Storage may be forbidden; the system's theme and the spinners are fine then.
  }
})()
