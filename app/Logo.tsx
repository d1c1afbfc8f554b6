/** The disc is a C, the caliper grips it, the nut is the hub. Drawn in the colour of the text around it. */
export const Logo = ({ className = '' }: { className?: string }) => (
  <svg
    viewBox="0 0 120 28"
    className={className}
    role="img"
    aria-label="Car Parts"
    fill="none"
    strokeWidth="2.7"
  >
    <g transform="scale(1.1667)">
      <path d="M16.64 18.88A8.3 8.3 0 1 1 16.64 5.12" stroke="currentColor" strokeWidth="3.6" />
      <path d="M19.25 7.11A8.75 8.75 0 0 1 19.25 16.89" stroke="#d1470f" strokeWidth="6.3" />
      <path d="M14.75 12L13.38 14.38h-2.76L9.25 12l1.37-2.38h2.76z" fill="currentColor" />
    </g>
    <g transform="translate(0 1.4)" stroke="currentColor">
      <path d="M45.42 8.23a6.15 6.15 0 1 0 0 8.54M49.62 14.7a3.95 3.95 0 1 0 7.9 0a3.95 3.95 0 1 0-7.9 0z" />
      <path d="M57.52 9.4V20M62.12 9.4V20M62.12 14.85a4.1 4.1 0 0 1 4.1-4.1h.6M73.27 5v15" />
      <path d="M73.27 6.35h4.6a3.5 3.5 0 0 1 0 7h-4.6M85.47 14.7a3.95 3.95 0 1 0 7.9 0a3.95 3.95 0 1 0-7.9 0z" />
      <path d="M93.37 9.4V20M97.97 9.4V20M97.97 14.85a4.1 4.1 0 0 1 4.1-4.1h.6" />
      <path d="M105.57 6v9.75a2.9 2.9 0 0 0 2.9 2.9h.6M103.37 10.75h5.7" />
      <path d="M117.07 10.75h-3.37a1.97 1.97 0 0 0 0 3.95h1.6a1.97 1.97 0 0 1 0 3.95h-3.58" />
    </g>
  </svg>
)
