/** What a shop under test leaves unsaid: mails are files, cards are test cards, and with keys it is no demo. */
export const withStandIns = (settings: Record<string, string>): Record<string, string> => ({
  ...(settings.STRIPE_SECRET_KEY && { DEMO: 'off' }),
  ...(settings.NODE_ENV !== 'production' && { STAND_INS: 'on' }),
  ...settings,
})
