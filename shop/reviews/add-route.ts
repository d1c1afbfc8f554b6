export { AddReviewPage as Component } from './AddReviewPage.tsx'
