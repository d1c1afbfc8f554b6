export function Footer() {
  return <footer>© 2022 Car Parts</footer>
}
