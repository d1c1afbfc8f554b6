/** Sent to every new subscriber, with the link to unsubscribe. */
export const subscribedMail = (email: string, leaveUrl: string) => ({
  to: email,
  subject: 'You are on the list - Car Parts',
  text: [
    'Hello,',
    `${email} was just subscribed to our newsletter.`,
    'Was it not you, or have you changed your mind? This link takes you off the list again:',
    leaveUrl,
    'Car Parts',
  ].join('\n\n'),
  leaveUrl,
})
