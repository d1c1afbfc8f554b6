import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { Cell } from '~/platform/lists/Cell.tsx'
import { RowButton } from '~/platform/lists/RowButton.tsx'
import { Table } from '~/platform/lists/Table.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import type { FitAttribute } from './contract.ts'
import { QuestionForm } from './QuestionForm.tsx'
import { VehicleTabs } from './VehicleTabs.tsx'

type Task = { is: 'add' } | { is: 'edit'; attribute: FitAttribute }

/** What customers are asked about their car when a part depends on it. */
export function QuestionsPage() {
  const attributes = useLoaderData<FitAttribute[] | null>()
  const { revalidate } = useRevalidator()
  const [task, setTask] = useState<Task>()
  if (!attributes) return null
  function close(hasChanged: boolean) {
    setTask(undefined)
    if (hasChanged) void revalidate()
  }
  return (
    <>
      <VehicleTabs />
      <div className="grid gap-5">
        <Title page="Questions" />
        <header className="flex flex-wrap items-center justify-between gap-3">
          <div className="grid gap-1">
            <h1 className="text-[28px] sm:text-[36px]">Questions</h1>
            <p className="text-muted">What customers are asked about their car when a part depends on it.</p>
          </div>
          <button type="button" className="btn btn-main btn-small" onClick={() => setTask({ is: 'add' })}>
            Add Question
          </button>
        </header>
        {attributes.length === 0 ? (
          <p className="panel px-6 py-14 text-center">No questions yet</p>
        ) : (
          <Table columns={['Name', 'Question', 'Help', 'Action']} dense>
            {attributes.map((attribute) => (
              <tr key={attribute._id}>
                <td className="card-head font-medium">
                  {attribute.name}
                  <span className="block text-[13px] font-normal text-muted">{attribute._id}</span>
                </td>
                <Cell name="Question">{attribute.question}</Cell>
                <Cell name="Help">{attribute.help || '–'}</Cell>
                <td>
                  <span className="flex justify-end max-tables:mt-3">
                    <RowButton
                      text="Edit"
                      of={attribute.name}
                      onClick={() => setTask({ is: 'edit', attribute })}
                    />
                  </span>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </div>
      {task?.is === 'add' && <QuestionForm onClose={close} />}
      {task?.is === 'edit' && <QuestionForm attribute={task.attribute} onClose={close} />}
    </>
  )
}
