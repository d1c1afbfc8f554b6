type DemoReview = {
  id: string
  reviewText: string
  rating: number
  reviewDate: string
  authorName: string
}

export const demoReviews: DemoReview[] = [
  {
    id: 'review-1',
    reviewText:
      'My battery gave up on the first frosty morning. The page said which side the positive post is on, so I ' +
      'could compare it with mine before ordering. It dropped straight in and the car starts like new.',
    rating: 5,
    reviewDate: '2026-11-11T18:42:00.000Z',
    authorName: 'Hannah B.',
  },
  {
    id: 'review-2',
    reviewText:
      'Discs and pads for the front axle, both exactly as described. They stop well and have run quietly since I ' +
      'bedded them in. One star off because I had to look up the torque figures myself.',
    rating: 4,
    reviewDate: '2026-10-28T09:14:00.000Z',
    authorName: 'Marcus T.',
  },
  {
    id: 'review-3',
    reviewText:
      'I wrote to ask whether the timing belt kit suits my engine code. They asked for the chassis number before ' +
      'they would say yes. That honesty is why I ordered, and every part in the box matched.',
    rating: 5,
    reviewDate: '2026-10-13T20:05:00.000Z',
    authorName: 'Priya N.',
  },
  {
    id: 'review-4',
    reviewText:
      'Oil and filter were fine and fairly priced. But the shock absorbers have to be ordered in pairs while the ' +
      'shop shows only one left, so I bought mine elsewhere. A restock date on the page would help.',
    rating: 3,
    reviewDate: '2026-09-30T16:27:00.000Z',
    authorName: 'Owen L.',
  },
  {
    id: 'review-5',
    reviewText:
      'Bought the jump leads after being stranded at work, and used them on a neighbour’s van two weeks later. ' +
      'Thick cable, solid clamps, and long enough to reach without parking nose against nose.',
    rating: 5,
    reviewDate: '2026-09-12T11:50:00.000Z',
    authorName: 'Sofia R.',
  },
  {
    id: 'review-6',
    reviewText:
      'The wiper blades clear the screen without streaks or chatter. Measure first, as the page tells you: I ' +
      'nearly ordered them for hook arms. The orange button makes swapping a two-minute job.',
    rating: 4,
    reviewDate: '2026-08-27T07:33:00.000Z',
    authorName: 'Daniel K.',
  },
  {
    id: 'review-7',
    reviewText:
      'I had never changed an air filter before. The description gave the exact size and told me to wipe out the ' +
      'housing first. It fitted properly, all clips closed, and I saved myself a workshop visit.',
    rating: 5,
    reviewDate: '2026-08-08T14:19:00.000Z',
    authorName: 'Grace W.',
  },
  {
    id: 'review-8',
    reviewText:
      'The clutch kit went into my old estate with no surprises: splines, diameter and bearing all matched. I ' +
      'liked that the page says plainly what is not in the box, so the centring tool was here in time.',
    rating: 5,
    reviewDate: '2026-07-21T19:08:00.000Z',
    authorName: 'Tomas V.',
  },
]
