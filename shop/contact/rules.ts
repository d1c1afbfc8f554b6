export const longestMessage = 4000

export const messageProblem = (message: string) => {
  const text = message.trim()
  if (!text) return 'Message is required'
  return text.length > longestMessage ? `At most ${longestMessage} characters` : undefined
}

export const thanks = 'Message sent. We will answer by email.'
