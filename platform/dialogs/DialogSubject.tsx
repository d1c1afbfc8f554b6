import type { ReactNode } from 'react'

type Props = { picture?: ReactNode; name: string; children?: ReactNode }

/** What a dialog is about, under its words: nobody should have to remember which row they pressed. */
export const DialogSubject = ({ picture, name, children }: Props) => (
  <div className="dialog-subject">
    {picture && <span className="w-16 flex-none">{picture}</span>}
    <div className="min-w-0">
      <p className="font-semibold text-ink">{name}</p>
      {children && <p className="text-sm">{children}</p>}
    </div>
  </div>
)
