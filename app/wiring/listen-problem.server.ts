type Place = { port: number; host: string }

/** Why nothing can listen there, and what to do about it. */
export function listenProblem(error: unknown, { port, host }: Place) {
  const words = {
    EADDRINUSE: `Port ${port} is taken: another program listens there. Take another port, like: PORT=${port < 65_535 ? port + 1 : 3000} npm start`,
    EACCES: `PORT: this user may not listen on port ${port}. Take one above 1023, like: PORT=3000 npm start`,
    EADDRNOTAVAIL: `HOST: this machine has no address ${host}. 127.0.0.1 is for this machine alone, 0.0.0.0 for all its addresses.`,
    ENOTFOUND: `HOST: ${host} is no address of this machine. 127.0.0.1 is for this machine alone, 0.0.0.0 for all its addresses.`,
  }[(error as { code?: string }).code ?? '']
  return words ? new Error(words) : error
}
