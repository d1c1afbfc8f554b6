import { createContext } from 'react'
import type { RouteObject } from 'react-router'

/** Every page of the site, for those that must know of another one. On the server there are none. */
export const RouteTree = createContext<RouteObject[]>([])
