import type { TestProject } from 'vitest/node'
import { makeTemplates } from './templates.ts'

declare module 'vitest' {
  interface ProvidedContext {
    templates: Awaited<ReturnType<typeof makeTemplates>>['templates']
  }
}

/** Before the tests of an engine: most begin with a copy of a new shop. */
export default async function provideTemplates(project: TestProject) {
  const { templates, remove } = await makeTemplates(project.config.env.TEST_ENGINE!)
  project.provide('templates', templates)
  return remove
}
