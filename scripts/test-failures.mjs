/**
 * Each failed test of a report with what it said. They are told once more at the end, where a run's last lines name them.
 * @typedef {{ name: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} File
 * @typedef {{ file: string, line: number, title: string, ok: boolean, tests: { results: { errors: { message: string }[] }[] }[] }} Journey
 * @typedef {{ suites?: Suite[], specs?: Journey[] }} Suite
 */

/** @param {File[]} files */
export function failedTests(files) {
  return files.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${name}: ${message}`] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => [`${name}: ${fullName}`, ...failureMessages].join('\n')),
  ])
}

/** @param {Suite} suite @returns {string[]} */
export function failedJourneys({ suites = [], specs = [] }) {
  return [
    ...suites.flatMap(failedJourneys),
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, line, title, tests }) => {
        const errors = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))
        return [`e2e/${file}:${line} ${title}`, ...errors.map(({ message }) => message)].join('\n')
      }),
  ]
}
