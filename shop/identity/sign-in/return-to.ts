import { urls } from '~/shop/urls.ts'

const forCustomers = /^\/dashboard\/(orders|addReview|payment)(?=[/?#]|$)/i
// All other pages of the dashboard: a new one that is missing here only leads to the dashboard, never in a circle.
const forAdmins = /^\/dashboard\/(?!(orders|addReview|payment|myprofile)(?=[/?#]|$))[^/?#]/i
const formsOfVisitors = /^\/(login|register|reset-password|new-password|verify-email)(?=[/?#]|$)/i

/** Where to go after log-in: the page one came from, if it is a page of this site that one may see. */
export function returnTo(from: unknown, admin: boolean) {
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from) || formsOfVisitors.test(from))
    return urls.appointment()
  return (admin ? forCustomers : forAdmins).test(from) ? urls.dashboard() : from
}

/** What a guard leaves in the history, so that the log-in page knows where one wanted to go. */
export type CameFrom = {
  from: string
  /** One was logged out there for not being an admin. */
  isForAdmins?: boolean
}
