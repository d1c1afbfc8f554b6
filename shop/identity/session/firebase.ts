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
import { ApiError } from '~/platform/client/api.ts'
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

/** The same sign-in methods as our own provider, at Firebase. The shop exchanges its token like our own. */
function open({ emulatorUrl, ...options }: FirebaseSettings) {
  // Firebase loads the script of Login with Google from there.
  trustScriptsFrom('https://apis.google.com')
  const auth = initializeAuth(initializeApp(options), {
    persistence: browserLocalPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })

  return {
    logIn: ({ email, password }: { email: string; password: string }) =>
      withMessage(() => signInWithEmailAndPassword(auth, email, password)),

    /** Signed out again until the mailed link is opened: the shop accepts verified addresses only. */
    register: ({ name, email, password }: { name: string; email: string; password: string }) =>
      withMessage(async () => {
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
      withMessage(async () => {
        try {
          await sendPasswordResetEmail(auth, email)
        } catch (error) {
          if (codeOf(error) !== 'user-not-found') throw error
        }
      }),

    /** The library's own popup: 500x600, polled every two seconds. */
    google: () => withMessage(() => signInWithPopup(auth, new GoogleAuthProvider())),

    async identityToken() {
      await auth.authStateReady()
      const user = auth.currentUser
      if (!user) throw new ApiError(401, 'unauthenticated', 'Please log in.')
      return withMessage(() => user.getIdToken())
    },

    logOut: () => signOut(auth),
  }
}

async function withMessage<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    const code = codeOf(error)
    if (code === undefined) throw error
    throw signInProblem(code)
  }
}

const codeOf = (error: unknown) => (error as Partial<AuthError>).code?.replace(/^auth\//, '')
