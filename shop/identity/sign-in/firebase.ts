import { initializeApp } from '@firebase/app'
import type { AuthError } from '@firebase/auth'
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  initializeAuth,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  updateProfile,
} from '@firebase/auth'
import { ApiError } from '~/platform/client/call.ts'
import { trustScriptsFrom } from '~/platform/trusted-scripts.ts'
import { signInProblem } from './sign-in-problems.ts'

export type FirebaseSettings = {
  apiKey: string
  authDomain: string
  projectId: string
  emulatorUrl?: string | undefined
}

let opened: ReturnType<typeof open> | undefined

export function openFirebase(settings: FirebaseSettings) {
  opened ??= open(settings)
  return opened
}

/** The same ways in as our own provider has, at Firebase. What it proves is exchanged by the shop like our own proof. */
function open({ emulatorUrl, ...options }: FirebaseSettings) {
  // Login with Google comes as a script from there.
  trustScriptsFrom('https://apis.google.com')
  const auth = initializeAuth(initializeApp(options), {
    persistence: browserLocalPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })

  return {
    logIn: ({ email, password }: { email: string; password: string }) =>
      explained(() => signInWithEmailAndPassword(auth, email, password)),

    /** Signed in only after the mailed link: until then the shop knows nobody of this address. */
    register: ({ name, email, password }: { name: string; email: string; password: string }) =>
      explained(async () => {
        try {
          const { user } = await createUserWithEmailAndPassword(auth, email, password)
          await updateProfile(user, { displayName: name })
          await sendEmailVerification(user)
          await signOut(auth)
        } catch (error) {
          if (codeOf(error) !== 'email-already-in-use') throw error
          // The same answer as for a new address; its owner gets a mail that helps.
          await sendPasswordResetEmail(auth, email)
        }
      }),

    requestPasswordReset: (email: string) =>
      explained(async () => {
        try {
          await sendPasswordResetEmail(auth, email)
        } catch (error) {
          if (codeOf(error) !== 'user-not-found') throw error
        }
      }),

    /** The library's own window: 500x600, looked after every two seconds. */
    google: () => explained(() => signInWithPopup(auth, new GoogleAuthProvider())),

    async identityToken() {
      await auth.authStateReady()
      const user = auth.currentUser
      if (!user) throw new ApiError(401, 'unauthenticated', 'Please log in.')
      return explained(() => user.getIdToken())
    },

    logOut: () => signOut(auth),
  }
}

async function explained<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const code = codeOf(error)
    if (code === undefined) throw error
    throw signInProblem(code)
  }
}

const codeOf = (error: unknown) => (error as Partial<AuthError>).code?.replace(/^auth\//, '')
