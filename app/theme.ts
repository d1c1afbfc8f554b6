/** The system's theme until the visitor switches; then theirs, stored for the next visit. */
export function switchTheme() {
  const { dataset } = document.documentElement
  const isDark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  dataset.theme = isDark ? 'light' : 'dark'
  try {
    localStorage.setItem('theme', dataset.theme)
  } catch {
    // Storage may be forbidden: then the switch holds until the page is left.
  }
}
