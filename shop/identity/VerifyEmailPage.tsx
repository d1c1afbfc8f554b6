import { useEffect, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { call } from '~/platform/call.ts'
import { Problem } from '~/platform/ui/Problem.tsx'
import { urls } from '~/shop/urls.ts'
import { AccountPanel } from './AccountPanel.tsx'
import { identityUrls } from './identity-urls.ts'
import { useSession } from './session.ts'
import { enterWithWelcome } from './welcome.ts'

/** Where the link of the first mail leads. The link works once, so it is sent once, however often this is drawn. */
const sent = new Map<string, Promise<void>>()
const verify = (token: string) => {
  const going = sent.get(token) ?? verifyOnce(token)
  sent.set(token, going)
  return going
}
async function verifyOnce(token: string) {
  await call('POST', identityUrls.provider.verifyEmail(), { body: { token } })
  await enterWithWelcome()
}

export function VerifyEmailPage() {
  const session = useSession()
  const token = useLocation().hash.slice(1)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    verify(token).catch((error: Error) => setProblem(error.message))
  }, [token])

  if (session.status === 'signed-in') return <Navigate to={urls.dashboard()} replace />
  return (
    <AccountPanel page="Verify Email" heading="Verify your account">
      {!problem && (
        <p role="status" className="text-muted">
          One moment…
        </p>
      )}
      <Problem text={problem} />
      {problem && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Link to={urls.login()} className="btn btn-quiet">
            Log in
          </Link>
          <Link to={urls.register()} className="btn btn-quiet">
            Register again
          </Link>
        </div>
      )}
    </AccountPanel>
  )
}
