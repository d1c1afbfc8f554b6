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
    text: 'What drivers ask, answered in plain words and set in type that is pleasant to read.',
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
    text: 'One page that shows what we sell, how to order it and what customers say.',
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
    figure: '1',
    name: 'Inline script',
    text: 'It sets the theme before the first paint. A strict content policy allows it by its hash.',
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
    text: 'Chooses what we sell, and writes down what it measures and what is in the box.',
  },
  {
    name: 'The repair bench',
    text: 'Answers the questions in our blogs, and reads what you write to us.',
  },
  {
    name: 'The engineers',
    text: 'Write the software in TypeScript, test it in real browsers and prefer removing a part to adding one.',
  },
]
