import { urls } from '~/shop/urls.ts'

export const works = [
  {
    name: 'The parts shelf',
    text: 'Search and sorting that answer while you type, pages that open as fast with ten thousand parts as with eighteen.',
    to: urls.shop(),
    link: 'See the shop',
  },
  {
    name: 'Straight answers',
    text: 'Questions from the counter, answered by mechanics and set in type that is pleasant to read.',
    to: urls.blogs(),
    link: 'Read the blogs',
  },
  {
    name: 'A line to the workshop',
    text: 'A form that keeps every word you typed, says what is wrong beside the field, and works without scripts.',
    to: urls.contact(),
    link: 'Write to us',
  },
  {
    name: 'The front door',
    text: 'From the first look to the first turn of the spanner: one page that shows what we do and who does it.',
    to: urls.home(),
    link: 'Start at the beginning',
  },
]

export const crafts = [
  {
    figure: '1998',
    name: 'The year we opened',
    text: 'The shop is younger than the workshop, and takes after it.',
  },
  {
    figure: '0',
    name: 'Inline scripts',
    text: 'A strict content policy: the browser runs our own files and nothing else.',
  },
  {
    figure: '2',
    name: 'Themes, light and dark',
    text: 'Every text is checked for contrast in both, from phones to wide screens.',
  },
  {
    figure: '100%',
    name: 'Readable without scripts',
    text: 'Public pages are rendered on the server and kept ready in memory.',
  },
]

export const makers = [
  {
    name: 'The parts desk',
    text: 'Chooses what we sell, measures it, photographs it and writes down what fits and what does not.',
  },
  {
    name: 'The repair bench',
    text: 'Fits the parts, answers the questions and sends back whatever is not good enough for its own cars.',
  },
  {
    name: 'The engineers',
    text: 'Write the software in TypeScript, test it in real browsers and prefer removing a part to adding one.',
  },
]
