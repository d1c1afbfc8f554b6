const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 50)

/** What was left out of the first paint is laid out piece by piece, when the browser has nothing better to do. */
export function drawTheRest() {
  const left = document.querySelector('.later')
  if (!left) return
  left.classList.remove('later')
  whenIdle(drawTheRest)
}
