export type Account = { sub: string; name: string; email: string }

/** Invented people only: nobody can sign in as somebody who exists. */
export const accounts: Account[] = [
  { sub: '1001', name: 'Grace Hopper', email: 'grace.hopper@google.example' },
  { sub: '1002', name: 'Alan Turing', email: 'alan.turing@google.example' },
  { sub: '1003', name: 'Hedy Lamarr', email: 'hedy.lamarr@google.example' },
]
