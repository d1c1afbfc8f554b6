/**
 * Defaults of a shop under test: stand-ins for mails and cards; with Stripe keys it is not a demo. A few buyers stand for
 * many.
 */
export const withStandIns = (settings: Record<string, string>): Record<string, string> => ({
  ...(settings.STRIPE_SECRET_KEY && { DEMO: 'off' }),
  ...(settings.NODE_ENV !== 'production' && { STAND_INS: 'on' }),
  MOST_ORDERS_PER_MINUTE: '0',
  ...settings,
})
