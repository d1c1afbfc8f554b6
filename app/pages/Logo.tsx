/** The disc is a C, the caliper grips it, the nut is the hub. Drawn in the colour of the text around it. */
export const Logo = ({ className }: { className: string }) => (
  <svg className={className} role="img" aria-label="Car Parts">
    <use href="#logo" />
  </svg>
)
