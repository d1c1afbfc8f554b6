import type { Plugin } from 'vite'

/**
 * The router names its components for developers' tools. Those assignments keep parts that no page uses in what every
 * visitor loads, so in a build they are left out.
 */
export const shakeRouter = (): Plugin => ({
  name: 'shake-router',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('react-router/dist/production/')) return null
    return {
      code: code
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
        .replace(/= (React\w*\.(?:forwardRef|memo|createContext))\(/g, '= /* @__PURE__ */ $1('),
      map: null,
    }
  },
})
