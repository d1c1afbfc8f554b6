import { createContext } from 'react-router'
import type { PublicSettings } from './settings.ts'

export const settingsContext = createContext<PublicSettings>()
